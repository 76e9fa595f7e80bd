import { AddButton } from '../../app/add-button.tsx'
import { AttentionNotice } from '../../attention/attention-notices.tsx'
import { useProductView, ViewSwitch } from '../../product/cards/product-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { OwnProducts } from '../list/own-products.tsx'
import { hasNothing, type OwnCategories, productTotal } from '../own-categories.ts'
import { InboxPanel } from './inbox-panel.tsx'
import { Beside } from './overview-skeleton.tsx'
import { Tiles } from './tiles.tsx'

type OverviewProps = { categories: OwnCategories }

/** The tiles with the Inbox beside them, and all products below. */
export function Overview({ categories }: OverviewProps) {
  const isEmpty = hasNothing(categories)
  return (
    <div className="stack gap-8">
      <AttentionNotice count={categories.attention_count} />
      {isEmpty && <Invitation />}
      <Beside panel={<InboxPanel categories={categories} />}>
        <Tiles categories={categories} />
      </Beside>
      {!isEmpty && <AllItems total={productTotal(categories)} />}
    </div>
  )
}

type AllItemsProps = { total: number }

function AllItems({ total }: AllItemsProps) {
  const [view, chooseView] = useProductView()
  return (
    <section className="stack gap-4">
      <div className="flex items-center justify-between gap-2">
        <h2 className="t-heading">
          All items <span className="num text-ink-3">({total.toLocaleString('en-US')})</span>
        </h2>
        <ViewSwitch value={view} onChange={chooseView} />
      </div>
      <OwnProducts total={total} level={3} from="/my-folio" empty={null} />
    </section>
  )
}

const Invitation = () => (
  <EmptyState title="No items yet" action={<AddButton>Add your first product</AddButton>}>
    Post an Amazon link, and it gets its place and a short link here.
  </EmptyState>
)
