import type { CardPage } from '../../product/cards/card-pages.ts'
import { useProductView, ViewSwitch } from '../../product/cards/product-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import type { ProfileData } from '../profile/load-profile.ts'
import { Listing } from './listing.tsx'

type PopularTabProps = { profile: ProfileData; first: CardPage | undefined }

/** What was viewed most in ninety days (docs/product/storefront.md#popular). */
export function PopularTab({ profile, first }: PopularTabProps) {
  const [view, chooseView] = useProductView()
  return (
    <section aria-label="Popular">
      <h2 className="sr-only">Popular</h2>
      <div className="flex items-center justify-between gap-3 pt-4 pb-3">
        <p className="text-small text-ink-3">Most viewed in 90 days</p>
        <ViewSwitch value={view} onChange={chooseView} />
      </div>
      <Listing
        username={profile.username}
        name="popular"
        first={first}
        load={(api, params, cursor, signal) =>
          api('GET /api/v1/profiles/:username/popular', { params, query: cursor }, { signal })
        }
        view={view}
        empty={
          <EmptyState level={3} title="Nothing popular yet">
            What people view most will show here.
          </EmptyState>
        }
      />
    </section>
  )
}
