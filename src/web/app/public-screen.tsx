import { type ComponentProps, useEffect } from 'react'
import { forgetWanted } from '../session/wanted.ts'
import { PublicShell } from '../shell/public-shell.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { AccountInBar, ForPerson } from './account.tsx'
import type { OwnNavigation as Navigation } from './own-navigation.tsx'

const OwnNavigation = lazyPart(
  async () => ({ default: (await import('./own-navigation.tsx')).OwnNavigation }),
  { isQuiet: true },
)

type PublicScreenProps = Omit<ComponentProps<typeof PublicShell>, 'account' | 'navigation'> &
  ComponentProps<typeof Navigation> & {
    /**
     * How much of a visitor's wish before signing in stays remembered: `follow` on profiles, the person to follow;
     * `hearts` on the page of what is saved; `all` on pages that people read while they sign up.
     */
    keep?: 'follow' | 'hearts' | 'all'
  }

/** A public page: the sign-in links at the end of its bar; or the signed-in person, and the app's navigation. */
export function PublicScreen({ keep, current, ...props }: PublicScreenProps) {
  useEffect(() => {
    if (keep !== 'all') forgetWanted(keep)
  }, [keep])
  return (
    <PublicShell
      {...props}
      account={<AccountInBar />}
      navigation={<ForPerson person={<OwnNavigation current={current} />}>{null}</ForPerson>}
    />
  )
}
