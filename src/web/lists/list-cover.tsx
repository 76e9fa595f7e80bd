import clsx from 'clsx'
import { displayTitle } from '../../shared/product.ts'
import { ProductImage } from '../look/image.tsx'
import { TitleText } from '../look/words.tsx'
import { CoverPhoto } from './cover-photo.tsx'
import type { ListCardData } from './list-data.ts'

type Pictured = Pick<ListCardData, 'cover_url' | 'pictures' | 'title'>

type ListCoverProps = { list: Pictured; isFirst?: boolean; className?: string }

/**
 * What a list looks like: its own cover, else own photos of its first products, else type
 * (docs/product/lists.md#what-a-list-is).
 */
export function ListCover({ list, isFirst = false, className }: ListCoverProps) {
  const { cover_url, pictures } = list
  return (
    <span
      aria-hidden="true"
      className={clsx('relative grid aspect-3/2 overflow-hidden bg-line', !cover_url && 'gap-0.5', className)}
    >
      {cover_url ? (
        <CoverPhoto src={cover_url} sizes="(min-width: 64rem) 25rem, 100vw" isFirst={isFirst} />
      ) : (
        <Collage pictures={pictures} title={list.title} isFirst={isFirst} />
      )}
    </span>
  )
}

type CollageProps = Omit<Pictured, 'cover_url'> & { isFirst: boolean }

/** One large and three small; a list without photos shows its things by their titles. */
function Collage({ pictures, title, isFirst }: CollageProps) {
  const [first, ...others] = [...pictures].sort(
    (one, other) => Number(Boolean(other.image_url)) - Number(Boolean(one.image_url)),
  )
  if (!first?.image_url) return <TypeCover title={title} />
  const shown = others.slice(0, 3)
  return (
    <span
      className={clsx(
        'grid gap-0.5 [grid-auto-rows:minmax(0,1fr)]',
        shown.length > 0 && 'grid-cols-[minmax(0,2fr)_minmax(0,1fr)]',
      )}
    >
      <Picture picture={first} eager={isFirst && 'first'} rows={shown.length} />
      {shown.map((picture) => (
        <Picture key={picture.id} picture={picture} eager={isFirst} />
      ))}
    </span>
  )
}

const spans = ['', '', 'row-span-2', 'row-span-3']

type PictureProps = {
  picture: Pictured['pictures'][number]
  eager: boolean | 'first'
  rows?: number
}

const Picture = ({ picture, eager, rows = 0 }: PictureProps) => (
  <span className={clsx('relative min-h-0', spans[rows])}>
    {picture.image_url ? (
      <ProductImage shape="fill" src={picture.image_url} side={picture.image_side} eager={eager} />
    ) : (
      <span className="grid size-full place-items-center overflow-hidden bg-neutral-soft p-1.5">
        <span dir="auto" className="line-clamp-2 text-center font-display text-caption text-ink-2">
          <TitleText>{displayTitle(picture)}</TitleText>
        </span>
      </span>
    )}
  </span>
)

const TypeCover = ({ title }: Pick<Pictured, 'title'>) => (
  <span className="grid place-items-center bg-neutral-soft p-6">
    <span dir="auto" className="line-clamp-4 text-center t-title text-ink-2">
      {title}
    </span>
  </span>
)
