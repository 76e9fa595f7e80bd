import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted } from '../format/count-text.ts'
import { CoverPhoto } from './cover-photo.tsx'
import { ListCover } from './list-cover.tsx'
import type { ListCardData } from './list-data.ts'
import { PointMark } from './point-mark.tsx'

type ListCardProps = {
  list: ListCardData
  /** The level of the card's heading. */
  level?: 2 | 3
}

/** A list among several: its picture, its title, how many things; the points of a look. */
export const ListCard = ({ list, level = 3 }: ListCardProps) => (
  <ListCardFace list={list} level={level} note={counted(list.items_count, 'thing')}>
    {(title) => (
      <Link
        to="/$username/$list"
        params={{ username: list.profiles.username, list: list.slug }}
        className="card-link"
      >
        {title}
      </Link>
    )}
  </ListCardFace>
)

type ListCardFaceProps = Required<ListCardProps> & {
  note: ReactNode
  /** Makes the title a link. */
  children: (title: ReactNode) => ReactNode
}

/** The face of a list's card, wherever it leads. */
export function ListCardFace({ list, level, note, children }: ListCardFaceProps) {
  const Heading = `h${level}` as const
  return (
    <article className="card-target grid content-start gap-2.5 rounded-lg shadow-none!">
      <span className="relative block overflow-hidden rounded-lg shadow-card ring-1 ring-line">
        {list.is_look && list.cover_url ? (
          <LookCover list={list} />
        ) : (
          <ListCover list={list} className="aspect-4/3" />
        )}
      </span>
      <span className="grid px-0.5">
        <Heading dir="auto" className="line-clamp-2 t-sub">
          {children(list.title)}
        </Heading>
        <span className="num text-caption text-ink-3">{note}</span>
      </span>
    </article>
  )
}

/** A look's photo with its first points, as large as every card's picture. */
const LookCover = ({ list }: Pick<ListCardProps, 'list'>) => (
  <span aria-hidden="true" className="relative block aspect-4/3 overflow-hidden bg-sunken">
    <span className="absolute inset-x-0 top-1/2 block aspect-4/5 -translate-y-1/2">
      <CoverPhoto src={list.cover_url ?? ''} width={0.8} sizes="(min-width: 64rem) 20rem, 45vw" />
      <svg aria-hidden="true" className="absolute inset-0 size-full">
        {list.points.map((point, index) => (
          <PointMark key={`${point.x} ${point.y}`} point={point} radius={10} className="text-[0.6875rem]">
            {index + 1}
          </PointMark>
        ))}
      </svg>
    </span>
  </span>
)
