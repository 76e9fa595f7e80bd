import { useEffect, useState } from 'react'
import { associateSentence } from '../../../shared/amazon/associate.ts'
import { fullName } from '../../../shared/full-name.ts'
import { ModerationForAdmins } from '../../app/account.tsx'
import { PublicScreen } from '../../app/public-screen.tsx'
import { ReportButton } from '../../report/report-button.tsx'
import { useSession } from '../../session/session.ts'
import { useFollowAfterSignIn } from '../../session/sign-in-first.ts'
import { forgetFollow } from '../../session/wanted.ts'
import { buttonClass } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ListsTab, Picks, PopularTab, ProductsTab } from '../storefront/parts.tsx'
import { ShareProfile } from '../storefront/share-profile.tsx'
import { StorefrontHead } from '../storefront/storefront-head.tsx'
import { TabBar } from '../storefront/tab-bar.tsx'
import { useShown, useStorefrontAddress } from '../storefront/use-shown.ts'
import { DisabledButton, followBoxClass } from './follow-box.tsx'
import type { ProfileData, Storefront } from './load-profile.ts'
import { ProfileFigures } from './profile-figures.tsx'

/** A person's storefront (docs/product/storefront.md#what-it-shows). */
export function ProfilePage({ profile, front, products, popular, lists, tab }: Storefront) {
  const session = useSession()
  const isOwn = session.status === 'signed_in' && session.userId === profile.id
  const address = useStorefrontAddress(tab)
  const { shown, show } = useShown(address)
  const [isArranging, setArranging] = useState(false)
  return (
    <PublicScreen keep="follow" isWide current={isOwn ? '/profile' : undefined}>
      {isOwn && isArranging ? (
        <ArrangeStorefront profile={profile} front={front} onDone={() => setArranging(false)} />
      ) : (
        <Front profile={profile} front={front} onArrange={() => setArranging(true)} />
      )}
      <div className="pt-3">
        <TabBar
          profile={profile}
          front={front}
          tab={shown.tab}
          onChoose={(tab) => show({ tab, category: '', q: '' })}
        />
      </div>
      {shown.tab === 'products' && (
        <ProductsTab profile={profile} front={front} first={products} address={address} />
      )}
      {shown.tab === 'popular' && <PopularTab profile={profile} first={popular} />}
      {shown.tab === 'lists' && <ListsTab profile={profile} lists={lists} />}
      <p className="pt-6 text-caption text-ink-3">{associateSentence}</p>
      {!isOwn && <ReportButton thing={{ profile_id: profile.id }} />}
      {!isOwn && <ModerationForAdmins account={profile} />}
    </PublicScreen>
  )
}

type FrontProps = Pick<Storefront, 'profile' | 'front'> & { onArrange?: () => void }

/** Head and picks, as everyone sees them. */
const Front = ({ profile, front, onArrange = () => {} }: FrontProps) => (
  <>
    <StorefrontHead profile={profile}>
      <ShareProfile profile={profile} />
      <ProfileFollow profile={profile} onArrange={onArrange} />
    </StorefrontHead>
    <Picks profile={profile} picks={front.picks} />
  </>
)

const ArrangeStorefront = lazyPart(
  async () => ({ default: (await import('../arrange/arrange-storefront.tsx')).ArrangeStorefront }),
  { waiting: ({ profile, front }) => <Front profile={profile} front={front} /> },
)

const MemberFollow = lazyPart(async () => ({ default: (await import('./member-follow.tsx')).MemberFollow }), {
  waiting: ({ profile, isOwn }) => (
    <ProfileFigures
      profile={profile}
      button={<DisabledButton className={followBoxClass}>{isOwn ? 'You' : 'Loading...'}</DisabledButton>}
    />
  ),
  isQuiet: true,
})

type ProfileFollowProps = { profile: ProfileData; onArrange: () => void }

/**
 * The follow button and counts on a profile (docs/product/storefront.md#head). The server's HTML is the same for
 * everyone; what a signed-in person needs loads later, in the same boxes.
 */
function ProfileFollow({ profile, onArrange }: ProfileFollowProps) {
  const session = useSession()
  const isOwn = session.status === 'signed_in' && session.userId === profile.id
  // A person who comes back without signing in has given up following, and nobody follows themselves.
  useEffect(() => {
    if (isOwn || session.status === 'signed_out') forgetFollow()
  }, [isOwn, session.status])
  if (session.status !== 'signed_in')
    return <ProfileFigures profile={profile} button={<VisitorFollow profile={profile} />} />
  return <MemberFollow key={session.userId} profile={profile} isOwn={isOwn} onArrange={onArrange} />
}

/** The look while the app loads the session of a document that is marked as signed in (session/head-script.ts). */
const checkingLook = 'in-data-session:cursor-not-allowed in-data-session:bg-sunken in-data-session:text-ink-3'

/** A visitor's 'Follow', which leads to sign in first; 'Loading...' where a session is about to be known. */
function VisitorFollow({ profile }: Pick<ProfileFollowProps, 'profile'>) {
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
