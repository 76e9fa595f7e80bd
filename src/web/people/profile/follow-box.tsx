import type { ReactNode } from 'react'
import { type ButtonLook, buttonClass } from '../../ui/button/button.tsx'
import type { ProfileData } from './load-profile.ts'

type ProfileFiguresProps = {
  profile: Pick<ProfileData, 'followers_count' | 'following_count'>
  /** What stands where one follows them; `followBoxClass` is its width. */
  button: ReactNode
}

/** Wide enough for each of its labels, so that none of them moves the figures. */
export const followBoxClass = 'min-w-32 shrink-0'

/** The button to follow someone, how many do, and how many they follow. */
export function ProfileFigures({ profile, button }: ProfileFiguresProps) {
  const { followers_count, following_count } = profile
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      {button}
      <div className="flex gap-x-5">
        <Figure count={followers_count} of={followers_count === 1 ? 'follower' : 'followers'} />
        <Figure count={following_count} of="following" />
      </div>
    </div>
  )
}

type FigureProps = { count: number; of: string }

function Figure({ count, of }: FigureProps) {
  return (
    <p className="text-small text-ink-2">
      <b className="num font-semibold text-ink">{count.toLocaleString('en-US')}</b> {of}
    </p>
  )
}

type DisabledButtonProps = Omit<ButtonLook, 'variant'> & { children: string }

/** Stands where Follow would, and cannot be pressed: 'Loading...' while the state is checked, 'You' on oneself. */
export function DisabledButton({ children, ...look }: DisabledButtonProps) {
  return (
    <button type="button" disabled className={buttonClass({ variant: 'ink', ...look })}>
      {children}
    </button>
  )
}
