import type { AnswerOf, Api } from '../client.ts'
import { ProductListing } from '../product/product-listing.tsx'
import { associateSentence } from '../product/shop-link.tsx'
import { useApi } from '../product/use-api.ts'
import { useCardPages } from '../product/use-card-pages.ts'
import { useProductView } from '../product/view.ts'
import { ViewSwitch } from '../product/view-switch.tsx'
import { ChipBar } from '../ui/chip-bar.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FeedShell } from './feed-shell.tsx'

type FeedPageProps = {
  feed: AnswerOf<'GET /api/v1/feed'>
  categories: AnswerOf<'GET /api/v1/categories'>['items']
}

const loadPage = (api: Api) => (category: string | null, cursor: string | undefined, signal: AbortSignal) =>
  api('GET /api/v1/feed', { query: { ...(category && { category }), ...(cursor && { cursor }) } }, { signal })

/** Everyone's products, newest first (spec section 2, /feed). */
export function FeedPage({ feed, categories }: FeedPageProps) {
  const api = useApi()
  const { pages, state } = useCardPages('feed', feed, loadPage(api))
  const [view, chooseView] = useProductView()
  return (
    <FeedShell tools={<ViewSwitch value={view} onChange={chooseView} />}>
      <CategoryChips
        categories={categories}
        value={state.filter}
        onChange={(category) => pages.select(category)}
      />
      <div className="mt-3">
        <ProductListing
          pages={pages}
          state={state}
          view={view}
          from="/feed"
          empty={<EmptyState title="No items yet">No public items yet.</EmptyState>}
        />
      </div>
      <p className="pt-6 text-caption text-ink-3">{associateSentence}</p>
    </FeedShell>
  )
}

type CategoryChipsProps = Pick<FeedPageProps, 'categories'> & {
  value: string | null
  onChange: (category: string | null) => void
}

/** 'All' plus each category, one of them chosen. */
function CategoryChips({ categories, value, onChange }: CategoryChipsProps) {
  const items = [
    { value: null, label: 'All' },
    ...categories.map(({ slug, name }) => ({ value: slug, label: name })),
  ]
  return <ChipBar<string | null> label="Category" items={items} value={value} onChange={onChange} />
}
