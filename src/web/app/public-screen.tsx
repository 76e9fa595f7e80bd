import { type ComponentProps, useEffect } from 'react'
import { forgetWanted } from '../session/wanted-page.ts'
import { PublicShell } from '../shell/public-shell.tsx'
import { AccountInBar } from './account.tsx'

type PublicScreenProps = Omit<ComponentProps<typeof PublicShell>, 'account'>

/** A public page: the ways in at the end of its bar, or the person who is signed in. */
export function PublicScreen(props: PublicScreenProps) {
  useEffect(forgetWanted, [])
  return <PublicShell {...props} account={<AccountInBar />} />
}
