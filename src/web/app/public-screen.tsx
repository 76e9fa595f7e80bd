import { type ComponentProps, useEffect } from 'react'
import { forgetWanted } from '../session/wanted.ts'
import { PublicShell } from '../shell/public-shell.tsx'
import { AccountInBar } from './account.tsx'

type PublicScreenProps = Omit<ComponentProps<typeof PublicShell>, 'account'> & {
  /**
   * What is not forgotten yet of what a person was about to do before signing in: whom to follow, on the way to a
   * profile; all of it, on a page that is read on the way.
   */
  keep?: 'follow' | 'all'
}

/** A public page: the ways in at the end of its bar, or the person who is signed in. */
export function PublicScreen({ keep, ...props }: PublicScreenProps) {
  useEffect(() => {
    if (keep !== 'all') forgetWanted(keep === 'follow')
  }, [keep])
  return <PublicShell {...props} account={<AccountInBar />} />
}
