import { type ComponentProps, memo, useEffect } from 'react'
import { useSession } from '../session/session.ts'
import { forgetWanted } from '../session/wanted.ts'
import { AppShell } from '../shell/app-shell.tsx'
import type { TopBarProps } from '../shell/page-head.tsx'
import { prepareToasts } from '../ui/feedback/toast.ts'
import { AccountFoot, AccountInBar, NoticesForPerson, UnreadForPerson } from './account.tsx'
import { useAddDialog } from './use-add-dialog.tsx'

type AppScreenProps = Omit<ComponentProps<typeof AppShell>, 'onAdd' | 'foot' | 'items' | 'unread'> & {
  /** Set on a page's skeleton: only the page itself acts on the query of its address. */
  isSkeleton?: boolean
}

/**
 * The app around a page, with the signed-in person or the sign-in links, and the add-item dialog
 * (docs/product/shell.md#app-screens). Also for public pages: what the server renders is the same for everyone.
 */
export function AppScreen(props: AppScreenProps) {
  const { isSkeleton = false } = props
  const isSignedIn = useSession().status === 'signed_in'
  useEffect(() => {
    if (!isSkeleton) forgetWanted()
  }, [isSkeleton])
  useEffect(() => {
    if (isSignedIn) prepareToasts()
  }, [isSignedIn])
  const { open, dialog } = useAddDialog(isSkeleton)
  return (
    <>
      <Page {...props} onAdd={open} />
      {dialog}
    </>
  )
}

type PageProps = AppScreenProps & Pick<ComponentProps<typeof AppShell>, 'onAdd'>

/** Always the same, so that the navigation around it is drawn once. */
const foot = <AccountFoot />
const unread = <UnreadForPerson />

/** Everything except the dialog, which opens without rendering the page again. */
const Page = memo(({ bar, isSkeleton, children, ...rest }: PageProps) => (
  <AppShell {...rest} bar={withAccount(bar)} foot={foot} unread={unread}>
    {!isSkeleton && <NoticesForPerson />}
    {children}
  </AppShell>
))

/** A page with a title has no room for the account in its bar; its navigation leads to the profile. */
function withAccount(bar: TopBarProps = {}): TopBarProps {
  if (bar.title) return bar
  return {
    ...bar,
    actions: (
      <>
        {bar.actions}
        <AccountInBar />
      </>
    ),
  }
}
