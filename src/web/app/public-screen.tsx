import { type ComponentProps, useEffect } from 'react'
import { forgetWanted } from '../session/wanted-page.ts'
import { PublicShell } from '../shell/public-shell.tsx'
import { AccountInBar } from './account.tsx'

type PublicScreenProps = Omit<ComponentProps<typeof PublicShell>, 'account'> & {
  /** On the way to a profile: whom the person wanted to follow before signing in is not forgotten yet. */
  keepFollow?: boolean
}

/** A public page: the ways in at the end of its bar, or the person who is signed in. */
export function PublicScreen({ keepFollow, ...props }: PublicScreenProps) {
  useEffect(() => forgetWanted(keepFollow), [keepFollow])
  return <PublicShell {...props} account={<AccountInBar />} />
}
