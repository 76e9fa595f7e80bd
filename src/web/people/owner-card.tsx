import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { useFollowAfterSignIn } from '../session/sign-in-first.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Panel } from '../ui/panel.tsx'
import { DisabledButton } from './profile/follow-box.tsx'

type OwnerCardProps = {
  person: { id: string; name: string; username: string; avatar_url: string | null }
}

/** Whose page it is, with Follow; the server's HTML is the same for everyone. */
export const OwnerCard = ({ person }: OwnerCardProps) => (
  <Panel className="flex items-center gap-3">
    <Avatar name={person.name} src={person.avatar_url} size={56} />
    <Link
      to="/$username"
      params={{ username: person.username }}
      className="grid min-h-11 min-w-0 flex-1 content-center rounded-sm"
    >
      <span className="truncate font-semibold">
        <bdi>{person.name}</bdi>
      </span>
      <span className="truncate text-caption text-ink-3">@{person.username}</span>
    </Link>
    <OwnerFollow person={person} />
  </Panel>
)

const MemberFollowButton = lazyPart(
  async () => ({ default: (await import('./profile/member-follow.tsx')).MemberFollowButton }),
  { waiting: () => <DisabledButton size="sm">Loading...</DisabledButton>, isQuiet: true },
)

function OwnerFollow({ person }: OwnerCardProps) {
  const session = useSession()
  if (session.status !== 'signed_in') return <VisitorFollow person={person} />
  if (session.userId === person.id) return <DisabledButton size="sm">You</DisabledButton>
  return <MemberFollowButton key={session.userId} person={person} />
}

function VisitorFollow({ person }: OwnerCardProps) {
  const isSignedOut = useSession().status === 'signed_out'
  const followAfterSignIn = useFollowAfterSignIn()
  return (
    <button
      type="button"
      onClick={() => isSignedOut && followAfterSignIn(person)}
      className={buttonClass({ variant: 'ink', size: 'sm' })}
    >
      Follow
    </button>
  )
}
