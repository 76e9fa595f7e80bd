import { useSyncExternalStore } from 'react'
import { followIn, storedFollow } from '../../session/wanted.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'

type FollowNoteProps = { on: 'login' | 'signup' }

/**
 * Says whom the person will follow after signing in. Shown after Follow was pressed signed out. Most who press it are
 * new here, so on the log-in page the card leads to signing up.
 */
export function FollowNote({ on }: FollowNoteProps) {
  const person = followIn(useSyncExternalStore(never, storedFollow, () => null))
  if (!person) return null
  const { name, avatar_url } = person
  return (
    <div className="surface stack gap-4 p-4">
      <div className="flex items-center gap-3">
        <Avatar name={name} src={avatar_url} size={48} />
        <p className="min-w-0 flex-1 text-small text-ink-2 wrap-anywhere">
          Sign up to follow <bdi className="block text-sub font-semibold text-ink">{name}</bdi>
        </p>
        {on === 'signup' && (
          <ButtonLink to="/login" size="sm" className="shrink-0">
            Log in
          </ButtonLink>
        )}
      </div>
      {on === 'login' && (
        <>
          <ButtonLink to="/signup" variant="ink" size="lg" block>
            Sign up
          </ButtonLink>
          <p className="text-center text-caption text-ink-3">Have an account? Log in below.</p>
        </>
      )}
    </div>
  )
}

const never = () => () => {}
