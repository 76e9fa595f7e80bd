import type { ReactNode } from 'react'
import type { ProfileData } from './load-profile.ts'

type ProfileFiguresProps = {
  profile: Pick<ProfileData, 'followers_count' | 'following_count'>
  /** The follow button or what replaces it; `followBoxClass` is its width. */
  button: ReactNode
}

/** The follow button, and the numbers of followers and of followed people, each in its place of the head's grid. */
export function ProfileFigures({ profile, button }: ProfileFiguresProps) {
  const { followers_count, following_count } = profile
  return (
    <>
      <div className="relative self-end [grid-area:act] lg:self-start lg:pt-4">{button}</div>
      <div className="flex gap-x-5 pt-2.5 [grid-area:figures]">
        <Figure count={followers_count} of={followers_count === 1 ? 'follower' : 'followers'} />
        <Figure count={following_count} of="following" />
      </div>
    </>
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
