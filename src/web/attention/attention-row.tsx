import { displayTitle } from '../../shared/product.ts'
import { CardPicture, CardTitle, clicksText, ViewButton } from '../product/cards/card-parts.tsx'
import { useViewerTime } from '../time/viewer-time.ts'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { ButtonAnchor } from '../ui/button-link.tsx'
import { type Attention, type OwnItem, reasonText, sinceText } from './attention-text.ts'
import { rowClass } from './row-class.ts'

/** Where a look at the product comes back to. */
const here = '/my-folio/attention'

type AttentionRowProps = { item: OwnItem; attention: Attention }

/** A product whose shop link leads nowhere: why, since when, how many clicks go there, and where to look. */
export function AttentionRow({ item, attention }: AttentionRowProps) {
  const viewer = useViewerTime()
  const { reason, since } = attention
  return (
    <article className={rowClass}>
      <CardPicture product={item} eager={false} from={here} shape="thumb88" />
      <div className="grid content-center justify-items-start gap-1">
        <CardTitle product={item} level={2} className="line-clamp-2 text-small font-semibold text-balance" />
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
        <ViewButton product={item} from={here} />
      </div>
    </article>
  )
}
