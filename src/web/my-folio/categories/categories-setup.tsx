import { maxPinned } from '../../../shared/collection.ts'
import type { OwnCategory } from '../../item/own-categories.ts'
import { Switch } from '../../ui/form/toggles.tsx'
import { CollectionScreen } from '../collection-screen.tsx'
import { itemCount } from '../count-texts.ts'
import { WithCategories } from '../with-categories.tsx'
import { CategoryFace, RowsSkeleton, rowClass } from './category-rows.tsx'
import { usePins } from './use-pins.ts'

/** Which categories My Folio shows (docs/product/my-folio.md#manage-categories). */
export function CategoriesSetup() {
  return (
    <CollectionScreen title="Manage Categories" parent="/filing-cabinet" width="mid">
      <WithCategories waiting={<Waiting />}>{({ items }) => <Pins items={items} />}</WithCategories>
    </CollectionScreen>
  )
}

const Waiting = () => (
  <>
    <Explanation />
    <RowsSkeleton />
  </>
)

type PinsProps = { items: OwnCategory[] }

function Pins({ items }: PinsProps) {
  const { categories, pinnedCount, toggle } = usePins(items)
  return (
    <>
      <Explanation pinnedCount={pinnedCount} />
      <ul className="surface divide-y overflow-hidden">
        {categories.map(({ id, name, slug, product_count, pictures, is_pinned, busy }) => (
          <li key={id} className={rowClass}>
            <CategoryFace
              name={name}
              caption={itemCount(product_count)}
              picture={pictures[0]}
              category={slug}
            />
            <Switch
              label={`Pin ${name}`}
              checked={is_pinned}
              busy={busy}
              onChange={(isPinned) => toggle(id, isPinned)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type ExplanationProps = { pinnedCount?: number }

function Explanation({ pinnedCount }: ExplanationProps) {
  return (
    <div className="flex items-center justify-between gap-4 pb-4">
      <p className="text-small text-ink-2">Pinned categories show first in My Folio (max {maxPinned}).</p>
      <p role="status" className="num min-w-11 text-small font-semibold whitespace-nowrap">
        {pinnedCount !== undefined && (
          <>
            {pinnedCount} of {maxPinned}
            <span className="sr-only"> pinned</span>
          </>
        )}
      </p>
    </div>
  )
}
