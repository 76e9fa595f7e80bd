import { createLink } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { counted } from '../../format/count-text.ts'
import { gridOf, type OwnCategories, type OwnCategory } from '../../item/own-categories.ts'
import { CategorySign } from '../../look/category-sign.tsx'
import { ProductImage } from '../../look/image.tsx'
import { indexes, tileGridClass } from '../../look/overview-skeleton.tsx'
import { Icon, type IconName } from '../../ui/button/icon.tsx'
import { inboxCount, itemCount } from '../count-texts.ts'

type TilesProps = { categories: OwnCategories }

/**
 * The tiles: pinned categories, the Inbox where one is left, empty tiles, and the community
 * (docs/product/my-folio.md#overview).
 */
export function Tiles({ categories }: TilesProps) {
  const { pinned, hasInbox, emptyTiles } = gridOf(categories)
  return (
    <ul aria-label="Categories" className={tileGridClass}>
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
      {indexes(emptyTiles).map((index) => (
        <li key={index}>
          <Tile
            to="/categories/setup"
            title="Pin a category"
            caption={placesLeft(emptyTiles)}
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

/** '2 places left'. */
export const placesLeft = (count: number): string => `${counted(count, 'place')} left`

type CategoryTileProps = { category: OwnCategory }

function CategoryTile({ category }: CategoryTileProps) {
  const { name, slug, pictures, product_count: count } = category
  return (
    <Tile
      to="/category/$categorySlug"
      params={{ categorySlug: slug }}
      title={name}
      caption={itemCount(count)}
      picture={
        count > 0 ? <TilePictures pictures={pictures} category={slug} /> : <TileSign category={slug} />
      }
    />
  )
}

type TileProps = Omit<ComponentProps<'a'>, 'className' | 'children' | 'title'> & {
  title: string
  caption: string
  picture: ReactNode
  /** An empty tile. */
  muted?: boolean
}

function TileAnchor({ title, caption, picture, muted = false, ...rest }: TileProps) {
  return (
    <a {...rest} className="group grid rounded-lg">
      {picture}
      <span className="grid px-0.5 pt-2.5">
        <span
          dir="auto"
          className={clsx(
            't-sub truncate group-hover:underline group-hover:decoration-line-strong group-hover:underline-offset-4',
            muted && 'text-ink-3',
          )}
        >
          {title}
        </span>
        <span className="num text-caption text-ink-3">{caption}</span>
      </span>
    </a>
  )
}

/** A tile of the collection: a picture, a name and the number of items; a link inside the app. */
const Tile = createLink(TileAnchor)

const pictureClass = 'grid aspect-4/3 place-items-center rounded-lg'

const grounds = {
  filled: 'bg-neutral-soft text-ink-2',
  line: 'text-ink-3 inset-ring inset-ring-line',
  dashed: 'border-[1.5px] border-dashed border-line-strong',
}

type TileIconProps = { icon: IconName; ground: keyof typeof grounds }

/** The picture of a tile that is no category. */
function TileIcon({ icon, ground }: TileIconProps) {
  return (
    <span className={clsx(pictureClass, grounds[ground])}>
      <Icon name={icon} size={24} />
    </span>
  )
}

type TileSignProps = { category: string }

/** The picture of a category without products. */
const TileSign = ({ category }: TileSignProps) => (
  <span className={clsx(pictureClass, grounds.filled)}>
    <CategorySign category={category} className="size-8 [stroke-width:1.4]" />
  </span>
)

type TilePicturesProps = Pick<OwnCategory, 'pictures'> & { category: string }

/** The category's newest three pictures, the newest twice as wide; a single one fills the tile. */
function TilePictures({ pictures, category }: TilePicturesProps) {
  return (
    <span className="grid aspect-4/3 grid-cols-[2fr_1fr] grid-rows-2 gap-px overflow-hidden rounded-lg bg-line shadow-card ring-1 ring-line">
      {pictures.map((product, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a picture is known by its index alone
          key={index}
          className="relative first:row-span-2 last:nth-2:row-span-2 only:col-span-2"
        >
          <ProductImage
            shape="fill"
            src={product.image_url}
            category={category}
            source={product.image_source === 'amazon' ? 'amazon' : 'own'}
          />
        </span>
      ))}
    </span>
  )
}
