import { Banner } from '../../ui/feedback/banner.tsx'
import type { OrderDetail } from '../admin-queries.ts'
import { creatorText, whyText } from './order-texts.ts'

type ChangedNoticeProps = { order: OrderDetail }

/** What an order's match is now, after it turned out to be another than the admin saw. */
export function ChangedNotice({ order: { match } }: ChangedNoticeProps) {
  return (
    <Banner tone="bad">
      <p className="font-semibold">This order was matched anew meanwhile. Nothing has been saved.</p>
      {match ? (
        <p>
          Now: {creatorText(match) ?? 'nobody’s'}, {match.confidence}. {whyText(match)}
        </p>
      ) : (
        <p>Now it is not matched.</p>
      )}
      <p>To decide otherwise all the same, send it again.</p>
    </Banner>
  )
}
