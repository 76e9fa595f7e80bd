import { type NavProps, navItems, SideNav, TabBar } from '../shell/navigation.tsx'
import { AccountFoot, UnreadForPerson } from './account.tsx'
import { useAddDialog } from './use-add-dialog.tsx'

type OwnNavigationProps = Pick<NavProps, 'current'>

/** Always the same, so that the navigation is drawn once. */
const foot = <AccountFoot />
const unread = <UnreadForPerson />

/** The app's navigation on a public page, with the add-item dialog. Only signed-in people load it. */
export function OwnNavigation({ current }: OwnNavigationProps) {
  const { open, dialog } = useAddDialog()
  return (
    <>
      <SideNav items={navItems} current={current} onAdd={open} foot={foot} unread={unread} />
      <TabBar items={navItems} current={current} onAdd={open} />
      {dialog}
    </>
  )
}
