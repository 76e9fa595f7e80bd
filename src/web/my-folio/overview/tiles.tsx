import { maxPinned } from '../../../shared/pins.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { inboxCount, itemCount } from '../item-count.ts'
import { gridOf, type OwnCategories, type OwnCategory } from '../own-categories.ts'
import { Tile, TileIcon } from '../tile.tsx'
import { TilePictures } from '../tile-pictures.tsx'

const gridClass = 'grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-4 lg:gap-x-5'

type TilesProps = { categories: OwnCategories }

/** The pinned categories, the Inbox where there is a place left, empty places, and the community (spec section 2). */
export function Tiles({ categories }: TilesProps) {
  const { pinned, hasInbox, emptyPlaces } = gridOf(categories)
  return (
    <ul aria-label="Categories" className={gridClass}>
      {pinned.map((category) => (
        <li key={category.id} className="min-w-0">
          <CategoryTile category={category} />
        </li>
      ))}
      {hasInbox && (
        <li>
          <Tile
            to="/inbox"
            title="Inbox"
            caption={inboxCount(categories.inbox_count)}
            picture={<TileIcon icon="inbox" ground="filled" />}
          />
        </li>
      )}
      {placesFrom(emptyPlaces).map((place) => (
        <li key={place}>
          <Tile
            to="/categories/setup"
            title="Pin a category"
            caption={`${emptyPlaces} ${emptyPlaces === 1 ? 'place' : 'places'} left`}
            picture={<TileIcon icon="pin" ground="line" />}
            muted
          />
        </li>
      ))}
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

const placesFrom = (count: number) => Array.from({ length: count }, (_, place) => place)

type CategoryTileProps = { category: OwnCategory }

function CategoryTile({ category }: CategoryTileProps) {
  const { name, slug, pictures, product_count: count } = category
  return (
    <Tile
      to="/category/$categorySlug"
      params={{ categorySlug: slug }}
      title={name}
      caption={itemCount(count)}
      picture={count > 0 ? <TilePictures pictures={pictures} /> : <TileIcon icon="folio" ground="card" />}
    />
  )
}

/** The boxes of the tiles to come: as many as the grid has, with the community's. */
export function TilesSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading categories</span>
      <div aria-hidden="true" className={gridClass}>
        {placesFrom(maxPinned + 1).map((place) => (
          <div key={place}>
            <Skeleton className="aspect-4/3 rounded-lg" />
            <div className="grid px-0.5 pt-2.5">
              <div className="h-6 py-1">
                <Skeleton className="h-4 w-2/3 rounded-xs" />
              </div>
              <div className="h-4 py-0.5">
                <Skeleton className="h-3 w-1/3 rounded-xs" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
