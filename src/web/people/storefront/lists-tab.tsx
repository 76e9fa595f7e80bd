import { counted } from '../../format/count-text.ts'
import type { ListCardData } from '../../lists/list-data.ts'
import { listGridClass } from '../../lists/list-grid-class.ts'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { ProfileData } from '../profile/load-profile.ts'

type ListsTabProps = {
  profile: ProfileData
  /** As the server read them; undefined until they are loaded. */
  lists: readonly ListCardData[] | undefined
}

const ListsGrid = lazyPart(async () => ({ default: (await import('./lists-grid.tsx')).ListsGrid }), {
  waiting: ({ lists }) => <Titles lists={lists ?? []} />,
})

/** Public lists and looks, the latest changed first (docs/product/storefront.md#lists). */
export const ListsTab = (props: ListsTabProps) => (
  <section aria-label="Lists" className="pt-5 has-aria-busy:min-h-dvh">
    <h2 className="sr-only">Lists</h2>
    <ListsGrid {...props} />
  </section>
)

type TitlesProps = { lists: readonly ListCardData[] }

/** Their titles as links, in the places of their cards: the server's HTML, and whatever is shown without scripts. */
const Titles = ({ lists }: TitlesProps) => (
  <ul className={listGridClass}>
    {lists.map(({ id, title, slug, items_count, profiles }) => (
      <li key={id}>
        <a href={`/${profiles.username}/${slug}`} className="grid gap-2.5">
          <Skeleton className="aspect-4/3 rounded-lg" />
          <span className="grid px-0.5">
            <h3 dir="auto" className="line-clamp-2 t-sub">
              {title}
            </h3>
            <span className="num text-caption text-ink-3">{counted(items_count, 'thing')}</span>
          </span>
        </a>
      </li>
    ))}
  </ul>
)
