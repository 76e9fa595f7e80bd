import { associateSentence } from '../../../shared/amazon/associate.ts'
import { PublicScreen } from '../../app/public-screen.tsx'
import type { Api } from '../../client.ts'
import type { CardPage } from '../../product/cards/card-pages.ts'
import { ProductListing } from '../../product/cards/product-listing.tsx'
import { useProductView } from '../../product/cards/product-view.tsx'
import { useCardPages } from '../../product/use-card-pages.ts'
import { ViewSwitch } from '../../product/view-switch.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { useApi } from '../../use-api.ts'
import { fullName, type ProfileData } from '../profile-data.ts'
import { ProfileFollow } from '../profile-follow.tsx'

type ProfilePageProps = { profile: ProfileData; products: CardPage }

const loadPage = (api: Api, username: string) => (cursor: string | undefined, signal: AbortSignal) =>
  api(
    'GET /api/v1/profiles/:username/products',
    { params: { username }, query: cursor ? { cursor } : {} },
    { signal },
  )

/** Someone's public profile and their products, newest first (spec section 2, /{username}). */
export function ProfilePage({ profile, products }: ProfilePageProps) {
  const api = useApi()
  const { username } = profile
  const { pages, state } = useCardPages({
    name: username,
    first: products,
    load: loadPage(api, username),
  })
  const [view, chooseView] = useProductView()
  return (
    <PublicScreen keep="follow">
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
        empty={<EmptyState level={3} title="No items yet" />}
      />
      <p className="pt-6 text-caption text-ink-3">{associateSentence}</p>
    </PublicScreen>
  )
}

type ProfileIntroProps = { profile: ProfileData }

function ProfileIntro({ profile }: ProfileIntroProps) {
  return (
    <div className="stack gap-4 pt-6 pb-5 lg:pt-0">
      <div className="flex min-w-0 items-center gap-4">
        <Avatar name={fullName(profile)} src={profile.avatar_url} size={80} />
        <div className="min-w-0">
          <h1 dir="auto" className="t-title">
            {fullName(profile)}
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
