import { useSyncExternalStore } from 'react'
import { inTab } from '../../browser/storage.ts'
import { followKey } from '../../session/wanted.ts'
import { ButtonLink } from '../../ui/button/button.tsx'

type FollowNoteProps = { on: 'login' | 'signup' }

const ways = {
  login: { words: 'Log in to follow', other: 'Sign up', to: '/signup' },
  signup: { words: 'Sign up to follow', other: 'Log in', to: '/login' },
} as const

/** Whose profile one is on the way to, where Follow was pressed signed out; the other way in stands beside it. */
export function FollowNote({ on }: FollowNoteProps) {
  const name = useSyncExternalStore(never, wantedName, () => '')
  if (!name) return null
  const { words, other, to } = ways[on]
  return (
    <div className="flex items-center justify-between gap-3 rounded-md bg-neutral-soft py-2 ps-4 pe-2 text-small">
      <p className="min-w-0 wrap-anywhere">
        {words} <bdi className="font-semibold">{name}</bdi>.
      </p>
      <ButtonLink to={to} size="sm" className="shrink-0">
        {other}
      </ButtonLink>
    </div>
  )
}

/** Behind the id and a space. */
const wantedName = () => inTab.read(followKey)?.replace(/^\S+ ?/, '') ?? ''

const never = () => () => {}
