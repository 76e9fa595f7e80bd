import { useSyncExternalStore } from 'react'
import { inTab } from '../../browser/storage.ts'
import { followKey } from '../../session/wanted.ts'
import { ButtonLink } from '../../ui/button/button.tsx'

type FollowNoteProps = { on: 'login' | 'signup' }

const ways = {
  login: { words: 'Log in to follow', other: 'Sign up', to: '/signup' },
  signup: { words: 'Sign up to follow', other: 'Log in', to: '/login' },
} as const

/**
 * Says whom the person will follow after signing in, with a link to the other way to sign in. Shown after Follow was
 * pressed signed out.
 */
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

/** The name follows the id and a space. */
const wantedName = () => inTab.read(followKey)?.replace(/^\S+ ?/, '') ?? ''

const never = () => () => {}
