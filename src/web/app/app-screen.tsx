import { type ComponentProps, useEffect } from 'react'
import { useSession } from '../session/session.ts'
import { forgetWanted } from '../session/wanted-page.ts'
import { AppShell } from '../shell/app-shell.tsx'
import type { TopBarProps } from '../shell/top-bar.tsx'
import { LoadingVeil } from '../ui/dialog/loading-veil.tsx'
import { AccountFoot, AccountInBar } from './account.tsx'
import { prepareToasts } from './prepare-toasts.ts'
import { useAddDialog } from './use-add-dialog.ts'

type AppScreenProps = Omit<ComponentProps<typeof AppShell>, 'onAdd' | 'foot' | 'items'>

/**
 * The app around a page, with the person who is signed in or the ways in, and the add-item dialog (spec section 2,
 * protected page shell). Also for public pages: what the server renders is the same for everyone.
 */
export function AppScreen({ bar, children, ...rest }: AppScreenProps) {
  const isSignedIn = useSession().status === 'signed_in'
  useEffect(forgetWanted, [])
  useEffect(() => {
    if (isSignedIn) void prepareToasts()
  }, [isSignedIn])
  const { Dialog, isLoading, open, close } = useAddDialog()
  return (
    <>
      <AppShell {...rest} bar={withAccount(bar)} onAdd={open} foot={<AccountFoot />}>
        {children}
      </AppShell>
      {isLoading && <LoadingVeil />}
      {Dialog && <Dialog onClose={close} />}
    </>
  )
}

/** A page with a title of its own has no room to spare beside it; its navigation leads to the profile. */
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
