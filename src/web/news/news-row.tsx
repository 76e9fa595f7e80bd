import { Link, type LinkProps } from '@tanstack/react-router'
import clsx from 'clsx'
import { newsPath, newsText } from '../../shared/news/text.ts'
import type { ItemOf } from '../api/query.ts'
import { ageText } from '../format/age-text.ts'
import { moneyColor, usdText } from '../format/money-text.ts'
import { useViewerTime } from '../format/viewer-time.ts'
import { momentText } from '../format/when-text.ts'
import { ProductImage } from '../look/image.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { LineIcon } from '../ui/button/icon.tsx'
import { newsLooks } from './news-signs.ts'

export type NewsItem = ItemOf<'GET /api/v1/me/news'>

type NewsRowProps = {
  item: NewsItem
  isRead: boolean
  /** The person opens it: it is read from then on. */
  onOpen: () => void
}

/** Something that a person is told: its sign, its sentence, its amount. The whole row leads to where they act on it. */
export function NewsRow({ item, isRead, onOpen }: NewsRowProps) {
  const { lead, text } = newsText(item)
  const viewer = useViewerTime()
  return (
    <li className="card-target card-row grid min-h-18 grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 not-first:border-t">
      <Sign item={item} />
      <span className="grid min-w-0 gap-0.5">
        <Link
          {...linkTo(newsPath(item))}
          className="card-link text-small text-pretty wrap-anywhere text-ink-2"
          onClick={onOpen}
        >
          {!isRead && <span className="sr-only">New: </span>}
          <bdi className={isRead ? 'font-medium text-ink' : 'font-semibold text-ink'}>{lead}</bdi>{' '}
          <bdi>{text}</bdi>
        </Link>
        <time dateTime={item.at} title={momentText(item.at)} className="num text-caption text-ink-3">
          {ageText(item.at, viewer)}
        </time>
      </span>
      <span className="flex items-center gap-2.5">
        {item.amount !== null && item.amount !== 0 && (
          <span className={clsx('price text-small font-semibold', moneyColor(item.amount))}>
            {usdText(item.amount)}
          </span>
        )}
        {/* It keeps its room when the dot goes. */}
        <span
          aria-hidden="true"
          className={clsx('size-2 shrink-0 rounded-full bg-accent', isRead && 'invisible')}
        />
      </span>
    </li>
  )
}

/** A path with its query, as the router takes it. */
function linkTo(path: string): LinkProps {
  const [to = '/', query] = path.split('?')
  const search = query === undefined ? {} : Object.fromEntries(new URLSearchParams(query))
  return { to, search } as LinkProps
}

/** Who did it, or the product that it is about, or the sign of its kind. */
function Sign({ item: { kind, people, product } }: Pick<NewsRowProps, 'item'>) {
  const [first, second] = people
  if (first && second)
    return (
      <span aria-hidden="true" className="relative size-12">
        <Avatar name={first.first_name} src={first.avatar_url} size={30} />
        <span className="absolute end-0 bottom-0 rounded-full ring-2 ring-card">
          <Avatar name={second.first_name} src={second.avatar_url} size={30} />
        </span>
      </span>
    )
  if (first) return <Avatar name={first.first_name} src={first.avatar_url} size={48} />
  if (product && kind !== 'order_posted' && kind !== 'order_returned')
    return (
      <ProductImage
        src={product.image_url}
        side={product.image_side}
        category={product.sign}
        shape="thumb48"
      />
    )
  const { sign, tone } = newsLooks[kind]
  return (
    <span
      className={clsx(
        'grid size-12 place-items-center rounded-full',
        tone === 'money' && 'bg-money-soft text-money',
        tone === 'warn' && 'bg-amber-soft text-amber',
        tone === 'plain' && 'bg-neutral-soft text-ink-2',
      )}
    >
      <LineIcon path={sign} size={20} />
    </span>
  )
}
