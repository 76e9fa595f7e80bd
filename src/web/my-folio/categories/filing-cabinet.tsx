import type { OwnCategories, OwnCategory } from '../../item/own-categories.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CollectionScreen } from '../collection-screen.tsx'
import { inboxCount, itemCount } from '../count-texts.ts'
import { WithCategories } from '../with-categories.tsx'
import { CategoryFace, RowLink, RowsSkeleton } from './category-rows.tsx'

/** The Inbox, and the categories that My Folio does not show (docs/product/my-folio.md#filing-cabinet). */
export function FilingCabinet() {
  return (
    <CollectionScreen title="Filing Cabinet" width="mid">
      <WithCategories waiting={<CabinetSkeleton />}>
        {(categories) => <Cabinet categories={categories} />}
      </WithCategories>
    </CollectionScreen>
  )
}

/** Placeholder boxes while it loads. */
function CabinetSkeleton() {
  return (
    <div className="stack gap-8">
      <Skeleton className="h-16 rounded-lg" />
      <section className="stack gap-3">
        <OtherHeading />
        <RowsSkeleton />
      </section>
    </div>
  )
}

const OtherHeading = () => <h2 className="t-heading">Other Categories</h2>

type CabinetProps = { categories: OwnCategories }

function Cabinet({ categories: { items, inbox_count } }: CabinetProps) {
  return (
    <div className="stack gap-8">
      <Panel flush aria-label="Inbox">
        <RowLink to="/inbox">
          <CategoryFace name="Inbox" caption={inboxCount(inbox_count)} />
        </RowLink>
      </Panel>
      <OtherCategories items={items.filter((category) => !category.is_pinned)} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/categories/setup" className="max-sm:w-full">
          <Icon name="pin" />
          Manage Categories
        </ButtonLink>
        <ButtonLink to="/my-folio/transfer" className="max-sm:w-full">
          Import and export
        </ButtonLink>
      </div>
    </div>
  )
}

type OtherCategoriesProps = { items: OwnCategory[] }

function OtherCategories({ items }: OtherCategoriesProps) {
  return (
    <section className="stack gap-3">
      <OtherHeading />
      {items.length === 0 ? (
        <p className="text-small text-ink-2">All categories are pinned</p>
      ) : (
        <ul className="surface divide-y overflow-hidden">
          {items.map(({ id, name, slug, product_count, pictures }) => (
            <li key={id}>
              <RowLink to="/category/$categorySlug" params={{ categorySlug: slug }}>
                <CategoryFace
                  name={name}
                  caption={itemCount(product_count)}
                  picture={pictures[0]}
                  category={slug}
                />
              </RowLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
