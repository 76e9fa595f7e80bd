import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { momentDay } from '../../format/when-text.ts'
import type { OwnBalance } from '../earnings-queries.ts'

type Hold = OwnBalance['holds'][number]

/** What of a person is held and since when, each in the words that an admin gave (docs/product/payouts.md#holds). */
export const OwnHolds = ({ holds }: { holds: readonly Hold[] }) => (
  <div className="stack gap-2 text-small">
    <ul aria-label="Held" className="stack gap-2">
      {holds.map((hold) => (
        <li key={`${hold.of} ${hold.order_item_id} ${hold.marketplace} ${hold.month}`}>
          <p className="break-words">
            <span className="font-semibold text-ink">{whatIsHeld(hold)}</span>, held since{' '}
            {momentDay(hold.since)}: “<bdi>{hold.reason}</bdi>”
          </p>
        </li>
      ))}
    </ul>
    <p className="text-caption text-ink-2">
      Held amounts count as posted, and are paid out once the hold has ended.
    </p>
  </div>
)

const whatIsHeld = ({ of, order_item_id, marketplace, month }: Hold): string => {
  if (of === 'order') return `Order ${order_item_id}`
  if (of === 'everything' || !marketplace || !month) return 'All of it'
  return `${monthText(month)}, ${marketplaceName(marketplace)}`
}
