import { useEffect } from 'react'
import { associateSentence } from '../../../shared/amazon/associate.ts'
import { fullName } from '../../../shared/full-name.ts'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { ModerationForAdmins } from '../../app/account.tsx'
import { PublicScreen } from '../../app/public-screen.tsx'
import { type CardPage, useCardPages } from '../../product/cards/card-pages.ts'
import { ProductListing } from '../../product/cards/product-listing.tsx'
import { useProductView, ViewSwitch } from '../../product/cards/product-view.tsx'
import { ReportButton } from '../../report/report-button.tsx'
import { useSession } from '../../session/session.ts'
import { useFollowAfterSignIn } from '../../session/sign-in-first.ts'
import { forgetFollow } from '../../session/wanted.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink, buttonClass } from '../../ui/button/button.tsx'
import { profileArt } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { DisabledButton, followBoxClass, ProfileFigures } from './follow-box.tsx'
import type { ProfileData } from './load-profile.ts'

type ProfilePageProps = { profile: ProfileData; products: CardPage }

const loadPage = (api: Api, username: string) => (cursor: string | undefined, signal: AbortSignal) =>
  api(
    'GET /api/v1/profiles/:username/products',
    { params: { username }, query: cursor ? { cursor } : {} },
    { signal },
  )

/** A person's public profile and their products, newest first (docs/product/people.md#public-profile). */
export function ProfilePage({ profile, products }: ProfilePageProps) {
  const api = useApi()
  const { username } = profile
  const session = useSession()
  const isOwn = session.status === 'signed_in' && session.userId === profile.id
  const { pages, state } = useCardPages({
    name: username,
    first: products,
    load: loadPage(api, username),
  })
  const [view, chooseView] = useProductView()
  return (
    <PublicScreen keep="follow" isWide current={isOwn ? '/profile' : undefined}>
      <ProfileIntro profile={profile} />
      <div className="flex items-center justify-between gap-2 border-t py-3">
        <h2 className="t-heading">
          Products <span className="num text-ink-3">({profile.products_count.toLocaleString('en-US')})</span>
        </h2>
        <ViewSwitch value={view} onChange={chooseView} />
      </div>
      <ProductListing
        pages={pages}
        state={state}
        view={view}
        showAuthor={false}
        level={3}
        from={`/${username}`}
        empty={<NoProducts profile={profile} isOwn={isOwn} />}
      />
      <p className="pt-6 text-caption text-ink-3">{associateSentence}</p>
      {!isOwn && <ReportButton thing={{ profile_id: profile.id }} />}
      {!isOwn && <ModerationForAdmins account={profile} />}
    </PublicScreen>
  )
}

type NoProductsProps = { profile: ProfileData; isOwn: boolean }

/** The empty state of a profile without products; for its owner, how to begin. */
function NoProducts({ profile, isOwn }: NoProductsProps) {
  return (
    <EmptyState
      level={3}
      art={profileArt}
      title="No items yet"
      action={
        isOwn && (
          <ButtonLink to="/my-folio" search={{ add: true }} variant="primary">
            Add your first product
          </ButtonLink>
        )
      }
    >
      {isOwn ? 'What you post shows here for everyone.' : `What ${profile.first_name} shares will show here.`}
    </EmptyState>
  )
}

type ProfileIntroProps = { profile: ProfileData }

function ProfileIntro({ profile }: ProfileIntroProps) {
  return (
    <div className="stack gap-4 pt-6 pb-5 lg:pt-0">
      <div className="flex min-w-0 items-center gap-4">
        <Avatar name={fullName(profile)} src={profile.avatar_url} size={80} />
        <div className="min-w-0">
          <h1 className="t-title">
            <bdi>{fullName(profile)}</bdi>
          </h1>
          <p className="text-small text-ink-3">@{profile.username}</p>
        </div>
      </div>
      {profile.bio && (
        <p dir="auto" className="max-w-[46ch] whitespace-pre-line text-ink-2">
          {profile.bio}
        </p>
      )}
      <ProfileFollow profile={profile} />
    </div>
  )
}

const MemberFollow = lazyPart(async () => ({ default: (await import('./member-follow.tsx')).MemberFollow }), {
  waiting: ({ profile, isOwn }) => (
    <ProfileFigures
      profile={profile}
      button={<DisabledButton className={followBoxClass}>{isOwn ? 'You' : 'Loading...'}</DisabledButton>}
    />
  ),
  isQuiet: true,
})

type ProfileFollowProps = { profile: ProfileData }

/**
 * The follow button and counts on a profile (docs/product/people.md#public-profile). The server's HTML is the same for
 * everyone; what a signed-in person needs loads later, in the same boxes.
 */
function ProfileFollow({ profile }: ProfileFollowProps) {
  const session = useSession()
  const isOwn = session.status === 'signed_in' && session.userId === profile.id
  // A person who comes back without signing in has given up following, and nobody follows themselves.
  useEffect(() => {
    if (isOwn || session.status === 'signed_out') forgetFollow()
  }, [isOwn, session.status])
  if (session.status !== 'signed_in')
    return <ProfileFigures profile={profile} button={<VisitorFollow profile={profile} />} />
  return <MemberFollow key={session.userId} profile={profile} isOwn={isOwn} />
}

/** The look while the app loads the session of a document that is marked as signed in (session/head-script.ts). */
const checkingLook = 'in-data-session:cursor-not-allowed in-data-session:bg-sunken in-data-session:text-ink-3'

/** A visitor's 'Follow', which leads to sign in first; 'Loading...' where a session is about to be known. */
function VisitorFollow({ profile }: ProfileFollowProps) {
  const isSignedOut = useSession().status === 'signed_out'
  const followAfterSignIn = useFollowAfterSignIn()
  return (
    <button
      type="button"
      onClick={() => isSignedOut && followAfterSignIn({ ...profile, name: fullName(profile) })}
      className={buttonClass({ variant: 'ink', className: `${followBoxClass} ${checkingLook}` })}
    >
      <span className="in-data-session:hidden">Follow</span>
      <span className="not-in-data-session:hidden">Loading...</span>
    </button>
  )
}
