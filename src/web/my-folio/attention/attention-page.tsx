import { useInfiniteQuery } from '@tanstack/react-query'
import { displayTitle } from '../../../shared/product.ts'
import { attentionQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { useViewerTime } from '../../format/viewer-time.ts'
import { type Attention, type OwnItem, reasonText, sinceText } from '../../item/attention-text.ts'
import {
  CardPicture,
  CardTitle,
  clicksText,
  useProductLink,
  ViewButton,
} from '../../product/cards/card-parts.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonAnchor } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { CollectionScreen } from '../collection-screen.tsx'
import { EndOfOwnList } from '../list/end-of-list.tsx'

/** The signed-in creator's products whose shop link leads nowhere, the most clicked first. */
export function AttentionPage() {
  return (
    <CollectionScreen
      title="Needs attention"
      subtitle="Shop links that lead nowhere, the most clicked first"
      width="mid"
    >
      <AttentionList />
    </CollectionScreen>
  )
}

function AttentionList() {
  const query = useInfiniteQuery(attentionQuery(useApi()))
  const items = query.data?.pages.flatMap((page) => page.items)
  if (!items) {
    if (query.isPending) return <AttentionSkeleton />
    return (
      <ErrorState
        message="Failed to load products"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (items.length === 0) return <AllWell />
  return (
    <>
      <ul aria-label="Products" className="surface divide-y overflow-hidden">
        {items.map(
          (item) =>
            item.attention && (
              <li key={item.id}>
                <AttentionRow item={item} attention={item.attention} />
              </li>
            ),
        )}
      </ul>
      <EndOfOwnList query={query} />
    </>
  )
}

const AllWell = () => (
  <EmptyState title="All your links are fine">
    When an item goes out of stock or leaves Amazon, you find it here.
  </EmptyState>
)

/** The address that a product page opened from this list goes back to. */
const here = '/my-folio/attention'

type AttentionRowProps = { item: OwnItem; attention: Attention }

/** One product whose shop link leads nowhere: why, since when, how many clicks it gets, and links to check it. */
function AttentionRow({ item, attention }: AttentionRowProps) {
  const viewer = useViewerTime()
  const { reason, since } = attention
  const link = useProductLink(item, here)
  return (
    <article className={`card-target card-row ${rowClass}`}>
      <CardPicture product={item} eager={false} link={link} shape="thumb88" />
      <div className="grid content-center justify-items-start gap-1">
        <CardTitle
          product={item}
          level={2}
          link={link}
          className="line-clamp-2 text-small font-semibold text-balance"
        />
        <Badge tone={reason === 'gone' ? 'accent' : 'waiting'}>{reasonText[reason]}</Badge>
        <p className="num text-caption text-ink-2">
          <time dateTime={since}>{sinceText(since, viewer)}</time> · {clicksText(item.clicks_count)}
        </p>
      </div>
      <div className="flex min-h-11 items-center justify-end gap-2 max-sm:col-span-2">
        <ButtonAnchor href={item.amazon_url} target="_blank" rel="nofollow noopener" size="sm">
          Open at Amazon
          <span className="sr-only"> {displayTitle(item)}</span>
          <Icon name="external" size={14} />
        </ButtonAnchor>
        <ViewButton product={item} link={link} />
      </div>
    </article>
  )
}

const rows = [0, 1, 2, 3]

/** Placeholder boxes while the rows load. */
function AttentionSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading products</span>
      <div aria-hidden="true" className="surface divide-y overflow-hidden">
        {rows.map((row) => (
          <div key={row} className={rowClass}>
            <Skeleton className="size-22 rounded-md" />
            <div className="grid content-center gap-2">
              <Skeleton className="h-3.5 w-4/5 rounded-xs" />
              <Skeleton className="h-5 w-32 rounded-xs" />
              <Skeleton className="h-3 w-2/5 rounded-xs" />
            </div>
            <div className="flex min-h-11 items-center justify-end gap-2 max-sm:col-span-2">
              <Skeleton className="h-9 w-44 rounded-[10px]" />
              <Skeleton className="h-9 w-16 rounded-[10px]" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

/** The layout of a row: picture, text and, below them on a phone, the links. */
const rowClass =
  'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 p-3 ' +
  'sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-center'
