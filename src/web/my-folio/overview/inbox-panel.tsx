import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { displayTitle } from '../../../shared/product.ts'
import { newestInboxQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { useMedia } from '../../browser/use-media.ts'
import { gridOf, type OwnCategories } from '../../item/own-categories.ts'
import { ProductImage } from '../../look/image.tsx'
import { besidePanel } from '../../look/overview-skeleton.tsx'
import { CardOrigin } from '../../product/cards/card-parts.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { OwnItem } from '../list/use-own-list.ts'

/**
 * As many as the query answers, and the heights of their rows in CSS pixels: their room is reserved while they load.
 */
const shownItems = 3
const rowPx = 64
const listTopPx = 4

type InboxPanelProps = { categories: OwnCategories }

/**
 * The newest items of the Inbox, and a link to it (docs/product/my-folio.md#overview). Below the tiles it is shown only
 * if no tile is the Inbox.
 */
export function InboxPanel({ categories }: InboxPanelProps) {
  const count = categories.inbox_count
  const isBeside = useMedia(besidePanel)
  if (!isBeside && (count === 0 || gridOf(categories).hasInbox)) return null
  return (
    <Panel aria-label="Inbox">
      <div className="flex items-center justify-between gap-2">
        <h2 className="t-heading">Inbox</h2>
        <Link to="/inbox" className="link relative text-small after:absolute after:-inset-3">
          {count > 0 ? `Organize ${count.toLocaleString('en-US')}` : 'Open'}
          <span className="sr-only">{count > 0 ? ' in the Inbox' : ' Inbox'}</span>
        </Link>
      </div>
      {count > 0 ? <Newest count={count} /> : <p className="pt-1 text-small text-ink-2">Inbox is empty</p>}
    </Panel>
  )
}

type NewestProps = { count: number }

function Newest({ count }: NewestProps) {
  const { data } = useQuery(newestInboxQuery(useApi()))
  if (!data)
    return <div aria-hidden="true" style={{ height: Math.min(count, shownItems) * rowPx + listTopPx }} />
  return (
    <ul className="pt-1">
      {data.items.map((item) => (
        <li key={item.id}>
          <InboxLink item={item} />
        </li>
      ))}
    </ul>
  )
}

type InboxLinkProps = { item: OwnItem }

function InboxLink({ item }: InboxLinkProps) {
  return (
    <Link
      to="/l/$ref"
      params={{ ref: item.short_link_id }}
      state={{ from: '/my-folio' }}
      className="group flex items-center gap-3 rounded-md py-2"
    >
      <ProductImage
        shape="thumb48"
        src={item.image_url}
        side={item.image_side}
        source={item.image_source === 'amazon' ? 'amazon' : 'own'}
      />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate text-small font-semibold group-hover:underline">
          {displayTitle(item)}
        </bdi>
        <CardOrigin product={item} showAuthor={false} />
      </span>
    </Link>
  )
}
