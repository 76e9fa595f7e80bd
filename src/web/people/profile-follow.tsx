import { CatchBoundary } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { forgetFollow } from '../session/pending-follow.ts'
import { useSession } from '../session/session.ts'
import { buttonClass } from '../ui/button/button.tsx'
import { followBoxClass, ProfileFigures } from './profile/follow-box.tsx'
import type { ProfileData } from './profile-data.ts'
import { StillButton } from './still-button.tsx'
import { useFollowAfterSignIn } from './use-follow-after-sign-in.ts'

const MemberFollow = lazy(() =>
  import('./profile/member-follow.tsx').then(({ MemberFollow }) => ({ default: MemberFollow })),
)

type ProfileFollowProps = { profile: ProfileData }

/**
 * Follow with its counts on a profile (spec section 2). The server's HTML is the same for everyone; what a person
 * signed in needs arrives later, in the same boxes.
 */
export function ProfileFollow({ profile }: ProfileFollowProps) {
  const session = useSession()
  const isOwn = session.status === 'signed_in' && session.userId === profile.id
  // Whoever comes back without having signed in has let it be, and nobody follows themselves.
  useEffect(() => {
    if (isOwn || session.status === 'signed_out') forgetFollow()
  }, [isOwn, session.status])
  if (session.status !== 'signed_in')
    return <ProfileFigures profile={profile} button={<VisitorFollow profile={profile} />} />
  const label = isOwn ? 'You' : 'Loading...'
  const waiting = (
    <ProfileFigures
      profile={profile}
      button={<StillButton className={followBoxClass}>{label}</StillButton>}
    />
  )
  return (
    <CatchBoundary getResetKey={() => session.userId} errorComponent={() => waiting}>
      <Suspense key={session.userId} fallback={waiting}>
        <MemberFollow profile={profile} isOwn={isOwn} />
      </Suspense>
    </CatchBoundary>
  )
}

/** For whom the document is marked as signed in (session/head-script.ts), while the app finds out who that is. */
const checkingLook = 'in-data-session:cursor-not-allowed in-data-session:bg-sunken in-data-session:text-ink-3'

/** 'Follow', which leads to sign in first; 'Loading...' where someone signed in is about to be recognised. */
function VisitorFollow({ profile }: ProfileFollowProps) {
  const isSignedOut = useSession().status === 'signed_out'
  const followAfterSignIn = useFollowAfterSignIn()
  return (
    <button
      type="button"
      onClick={() => isSignedOut && followAfterSignIn(profile)}
      className={buttonClass({ variant: 'ink', className: `${followBoxClass} ${checkingLook}` })}
    >
      <span className="in-data-session:hidden">Follow</span>
      <span className="not-in-data-session:hidden">Loading...</span>
    </button>
  )
}
