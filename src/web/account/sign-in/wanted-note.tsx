import { type ReactNode, useSyncExternalStore } from 'react'
import { counted } from '../../format/count-text.ts'
import { useLiked } from '../../product/liked.ts'
import { followIn, storedFollow, wantsHearts } from '../../session/wanted.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'

type WantedNoteProps = { on: 'login' | 'signup' }

/**
 * Says what is done after signing in: whom the person will follow, or that their hearts are kept. Most who pressed that
 * are new here, so on the log-in page the card leads to signing up.
 */
export function WantedNote({ on }: WantedNoteProps) {
  const person = followIn(useSyncExternalStore(never, storedFollow, () => null))
  const hearts = useSyncExternalStore(never, wantsHearts, () => false)
  const count = useLiked().length
  if (person) {
    const { name, avatar_url } = person
    return (
      <Note on={on} picture={<Avatar name={name} src={avatar_url} size={48} />} to="Sign up to follow">
        {name}
      </Note>
    )
  }
  if (!hearts || count === 0) return null
  return (
    <Note on={on} picture={<HeartSign />} to="Sign up to keep">
      {counted(count, 'saved thing')}
    </Note>
  )
}

const never = () => () => {}

const HeartSign = () => (
  <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
    <Icon name="like" size={24} className="fill-current" />
  </span>
)

type NoteProps = WantedNoteProps & { picture: ReactNode; to: string; children: string }

function Note({ on, picture, to, children }: NoteProps) {
  return (
    <div className="surface stack gap-4 p-4">
      <div className="flex items-center gap-3">
        {picture}
        <p className="min-w-0 flex-1 text-small text-ink-2 wrap-anywhere">
          {to} <bdi className="block text-sub font-semibold text-ink">{children}</bdi>
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
