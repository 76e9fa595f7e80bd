import { AddButton } from '../../app/add-button.tsx'
import { AttentionNotice } from '../../item/attention-notices.tsx'
import { hasNothing, hasUsedTiles, type OwnCategories, productTotal } from '../../item/own-categories.ts'
import { Beside } from '../../look/overview-skeleton.tsx'
import { useProductView, ViewSwitch } from '../../product/cards/product-view.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { OwnProducts } from '../list/own-products.tsx'
import { InboxPanel } from './inbox-panel.tsx'
import { Tiles } from './tiles.tsx'

type OverviewProps = { categories: OwnCategories }

/** The tiles with the Inbox beside them, and all products below; the products come first while all tiles are empty. */
export function Overview({ categories }: OverviewProps) {
  const isEmpty = hasNothing(categories)
  const tilesFirst = hasUsedTiles(categories)
  const total = productTotal(categories)
  return (
    <div className="stack gap-8">
      <AttentionNotice count={categories.attention_count} />
      {isEmpty && <Invitation />}
      {!isEmpty && !tilesFirst && <AllItems total={total} most={shownFirst} />}
      <Beside panel={<InboxPanel categories={categories} />}>
        <Tiles categories={categories} />
      </Beside>
      {!isEmpty && tilesFirst && <AllItems total={total} />}
    </div>
  )
}

/** Few enough that the tiles below are still found; full rows in every layout. */
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

const Invitation = () => (
  <EmptyState title="No items yet" action={<AddButton>Add your first product</AddButton>}>
    Post an Amazon link, and it gets its place and a short link here.
  </EmptyState>
)
