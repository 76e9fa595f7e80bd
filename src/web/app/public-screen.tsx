import { type ComponentProps, useEffect } from 'react'
import { forgetWanted } from '../session/wanted.ts'
import { PublicShell } from '../shell/public-shell.tsx'
import { AccountInBar } from './account.tsx'

type PublicScreenProps = Omit<ComponentProps<typeof PublicShell>, 'account'> & {
  /**
   * How much of a visitor's wish before signing in stays remembered: `follow` on profiles, the person to follow; `all`
   * on pages that people read while they sign up.
   */
  keep?: 'follow' | 'all'
}

/** A public page: the sign-in links at the end of its bar, or the signed-in person. */
export function PublicScreen({ keep, ...props }: PublicScreenProps) {
  useEffect(() => {
    if (keep !== 'all') forgetWanted(keep === 'follow')
  }, [keep])
  return <PublicShell {...props} account={<AccountInBar />} />
}
