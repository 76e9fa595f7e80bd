import type { ReactNode } from 'react'
import { useMedia } from '../../browser/use-media.ts'
import { FirstSteps } from '../../first-steps/first-steps.tsx'
import { AttentionNotice } from '../../item/attention-notices.tsx'
import {
  gridOf,
  hasNothing,
  hasUsedTiles,
  type OwnCategories,
  productTotal,
} from '../../item/own-categories.ts'
import { Beside, besidePanel } from '../../look/overview-skeleton.tsx'
import { useProductView, ViewSwitch } from '../../product/cards/product-view.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { OwnProducts } from '../list/own-products.tsx'
import { InboxPanel } from './inbox-panel.tsx'
import { Invitation } from './invitation.tsx'
import { Places } from './places.tsx'
import { Tiles } from './tiles.tsx'
import { CommunityWay, InboxWay, ListsWay } from './ways.tsx'

type OverviewProps = { categories: OwnCategories }

/** What My Folio shows (docs/product/my-folio.md#overview). */
export function Overview({ categories }: OverviewProps) {
  if (hasNothing(categories)) return <NewFolio categories={categories} />
  const hasTiles = hasUsedTiles(categories)
  const total = productTotal(categories)
  return (
    <div className="stack gap-8">
      <AttentionNotice count={categories.attention_count} />
      {!hasTiles && <AllItems total={total} most={shownFirst} />}
      <Beside
        panel={
          <Rail>
            <FirstSteps />
            <InboxPanel categories={categories} />
            <ListsWay />
            {!hasTiles && <CommunityWay />}
          </Rail>
        }
      >
        {hasTiles ? <Tiles categories={categories} /> : <Places categories={categories} />}
      </Beside>
      {hasTiles && <AllItems total={total} />}
    </div>
  )
}

/** The page of a person without products: one invitation, then what is left to do, and the empty places. */
function NewFolio({ categories }: OverviewProps) {
  const isBeside = useMedia(besidePanel)
  const steps = <FirstSteps isBelowField />
  return (
    <Beside
      panel={
        <Rail>
          {isBeside && steps}
          {!gridOf(categories).hasInbox && <InboxWay />}
          <CommunityWay />
        </Rail>
      }
    >
      <div className="stack gap-7">
        <Invitation />
        {!isBeside && steps}
        <Places categories={categories} />
      </div>
    </Beside>
  )
}

type RailProps = { children: ReactNode }

const Rail = ({ children }: RailProps) => <div className="stack gap-5 empty:hidden">{children}</div>

/** Few enough that what is below is still found; full rows in every layout but that of five columns. */
const shownFirst = 12

type AllItemsProps = { total: number; most?: number }

function AllItems({ total, most }: AllItemsProps) {
  const [view, chooseView] = useProductView()
  return (
    <section className="stack gap-4">
      <div className="flex items-center justify-between gap-2">
        <h2 className="t-heading">
          All items <span className="num text-ink-3">({total.toLocaleString('en-US')})</span>
        </h2>
        <ViewSwitch value={view} onChange={chooseView} />
      </div>
      <OwnProducts total={total} {...(most && { most })} level={3} from="/my-folio" empty={null} />
      {/* All products without a category are in the Inbox. */}
      {most && total > most && (
        <ButtonLink to="/inbox" className="justify-self-center max-sm:w-full">
          See all {total.toLocaleString('en-US')} in the Inbox
        </ButtonLink>
      )}
    </section>
  )
}
