import { HydratedLater } from '../../format/viewer-time.ts'
import { CardPicture, CardPrice, CardTitle, useProductLink } from '../../product/cards/card-parts.tsx'
import type { ProductCardData } from '../../product/product-data.ts'
import type { Front, ProfileData } from '../profile/load-profile.ts'

type PicksProps = { profile: ProfileData; picks: Front['picks'] }

/** A row that scrolls sideways on a phone, and has six columns from 1024 px. */
export const picksClass =
  '-mx-gutter grid snap-x scroll-px-gutter auto-cols-[8.25rem] grid-flow-col gap-3 overflow-x-auto px-gutter pt-0.5 pb-1 [scrollbar-width:none] lg:mx-0 lg:grid-flow-row lg:grid-cols-6 lg:gap-5 lg:overflow-visible lg:px-0'

/** The products that stand first, in their person's order (docs/product/storefront.md#picks). */
export function Picks({ profile: { first_name, username }, picks }: PicksProps) {
  if (picks.length === 0) return null
  return (
    <HydratedLater value>
      <section aria-labelledby="picks" className="stack gap-3 pt-7 pb-3">
        <PicksHeading firstName={first_name} />
        <ul className={picksClass}>
          {picks.map((product, index) => (
            <li key={product.id} className="snap-start">
              <Pick product={product} from={`/${username}`} eager={index < 3} />
            </li>
          ))}
        </ul>
      </section>
    </HydratedLater>
  )
}

export const PicksHeading = ({ firstName }: { firstName: string }) => (
  <h2 id="picks" className="t-heading">
    <bdi>{firstName}</bdi>’s picks
  </h2>
)

type PickProps = { product: ProductCardData; from: string; eager: boolean }

function Pick({ product, from, eager }: PickProps) {
  const link = useProductLink(product, from)
  return (
    <article className="card-target stack gap-2 rounded-lg shadow-none!">
      <div className="overflow-hidden rounded-lg shadow-card ring-1 ring-line">
        <CardPicture product={product} link={link} eager={eager} />
      </div>
      <div>
        <CardTitle
          product={product}
          level={3}
          link={link}
          className="line-clamp-2 text-small font-semibold text-pretty"
        />
        <span className="block text-small">
          <CardPrice product={product} link={link} />
        </span>
      </div>
    </article>
  )
}
