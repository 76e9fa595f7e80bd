import { useViewerTime } from '../format/viewer-time.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { ListLink } from '../ui/list/list-link.tsx'
import { type Attention, countText, reasonText, sinceText } from './attention-text.ts'

const consequences: Record<Attention['reason'], string> = {
  gone: 'Visitors who press Shop on Amazon find nothing there.',
  out_of_stock: 'Visitors who press Shop on Amazon cannot buy it at the moment.',
}

type AttentionBannerProps = { attention: Attention | null }

/**
 * Shown to a product's owner when its shop link leads nowhere, with the reason. Renders nothing while the link works.
 */
export function AttentionBanner({ attention }: AttentionBannerProps) {
  const viewer = useViewerTime()
  if (!attention) return null
  const { reason, since } = attention
  return (
    <Banner tone="note">
      <p>
        <span className="font-semibold text-ink">{reasonText[reason]}</span>{' '}
        <time dateTime={since} className="whitespace-nowrap">
          {sinceText(since, viewer)}
        </time>
      </p>
      <p>{consequences[reason]}</p>
    </Banner>
  )
}

type AttentionNoticeProps = { count: number }

/** A link to the list of shop links that lead nowhere. Renders nothing while there are none. */
export function AttentionNotice({ count }: AttentionNoticeProps) {
  if (count === 0) return null
  return (
    <div className="surface overflow-hidden">
      <ListLink to="/my-folio/attention" icon="alert">
        {countText(count)}
      </ListLink>
    </div>
  )
}
