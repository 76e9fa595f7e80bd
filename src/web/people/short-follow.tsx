import { fullName } from '../../shared/full-name.ts'
import { useSession } from '../session/session.ts'
import { useFollowAfterSignIn } from '../session/sign-in-first.ts'
import { buttonClass } from '../ui/button/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { shortFollowClass } from './profile/follow-box.tsx'

type ShortFollowProps = {
  person: { id: string; username: string; first_name: string; last_name: string; avatar_url: string | null }
}

const MemberShortFollow = lazyPart(
  async () => ({ default: (await import('./member-short-follow.tsx')).MemberShortFollow }),
  {
    waiting: () => <FollowFace />,
    isQuiet: true,
  },
)

/**
 * Follow beside a person's name, without figures. A visitor's leads to sign in first; a member's is theirs, and nobody
 * follows themselves.
 */
export function ShortFollow({ person }: ShortFollowProps) {
  const session = useSession()
  const followAfterSignIn = useFollowAfterSignIn()
  if (session.status === 'signed_in')
    return session.userId === person.id ? null : <MemberShortFollow key={session.userId} person={person} />
  return (
    <FollowFace
      onClick={() =>
        session.status === 'signed_out' && followAfterSignIn({ ...person, name: fullName(person) })
      }
    />
  )
}

const FollowFace = ({ onClick }: { onClick?: () => void }) => (
  <button
    type="button"
    onClick={onClick}
    className={buttonClass({ variant: 'ink', size: 'sm', className: shortFollowClass })}
  >
    Follow
  </button>
)
