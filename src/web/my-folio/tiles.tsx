import type { AnswerOf } from '../client.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { itemCount } from './item-count.ts'
import { Tile, TileIcon } from './tile.tsx'
import { TilePictures } from './tile-pictures.tsx'

const gridClass = 'grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-4 lg:grid-cols-4 lg:gap-x-5'

type TilesProps = { categories: AnswerOf<'GET /api/v1/me/categories'> }

/** A tile for each category that holds products, one for the Inbox, and the way to the community. */
export function Tiles({ categories }: TilesProps) {
  const filled = categories.items.filter(({ product_count }) => product_count > 0)
  return (
    <ul aria-label="Categories" className={gridClass}>
      {filled.map(({ id, slug, name, product_count, pictures }) => (
        <li key={id}>
          <Tile
            to="/my-folio"
            search={{ category: slug }}
            title={name}
            caption={itemCount(product_count)}
            picture={<TilePictures pictures={pictures} />}
          />
        </li>
      ))}
      <li>
        <Tile
          to="/my-folio"
          search={{ category: 'inbox' }}
          title="Inbox"
          caption={inboxCaption(categories.inbox_count)}
          picture={<TileIcon icon="inbox" ground="filled" />}
        />
      </li>
      <li>
        <Tile
          to="/feed"
          title="Community"
          caption="See what others share"
          picture={<TileIcon icon="feed" ground="dashed" />}
        />
      </li>
    </ul>
  )
}

const inboxCaption = (count: number) => (count === 0 ? itemCount(0) : `${itemCount(count)} to organize`)

/** The boxes of the tiles to come. */
export function TilesSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading categories</span>
      <div aria-hidden="true" className={gridClass}>
        {[0, 1, 2, 3].map((number) => (
          <div key={number}>
            <Skeleton className="aspect-4/3 rounded-lg" />
            <div className="grid gap-1 px-0.5 pt-2.5">
              <Skeleton className="h-6 w-2/3 rounded-xs" />
              <Skeleton className="h-4 w-1/3 rounded-xs" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
