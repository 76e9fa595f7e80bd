import { Link } from '@tanstack/react-router'
import { dayText } from '../../../shared/dates/date-text.ts'
import type { AnswerOf } from '../../api/client.ts'
import { bpsText } from '../../format/money-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useAppName } from '../../use-app-name.ts'
import type { OwnBalance } from '../earnings-queries.ts'
import { OwnHolds } from '../payouts/own-holds.tsx'

type FeeNoticeProps = {
  fee: AnswerOf<'GET /api/v1/me/fee'>
  /** It only keeps its room, as long as nobody knows whether it will be shown. */
  isHidden: boolean
}

/** What the platform keeps, and what it will (docs/product/ledger.md#the-fee). */
export function FeeNotice({ fee: { fee_bps, from, is_own, coming }, isHidden }: FeeNoticeProps) {
  const appName = useAppName()
  return (
    <div className={isHidden ? 'invisible' : 'stack gap-3'}>
      {coming.length > 0 && (
        <Banner tone="note">
          {coming.map(({ fee_bps: next, from: day }, index) => (
            <span key={day}>
              {index === 0 ? 'For orders that ship from ' : ' From '}
              {dayText(day)} on{index === 0 && `, ${appName} keeps`}
              {index === 0 ? ' ' : ': '}
              {bpsText(next)}.
            </span>
          ))}
        </Banner>
      )}
      <p className="text-small text-ink-2">
        {appName} keeps {bpsText(fee_bps)} of each commission
        {from && ` of orders since ${dayText(from)}`}
        {is_own && ', as agreed with you'}.
      </p>
    </div>
  )
}

/** Holds beyond these are found at the balance. */
const shownHolds = 3

/**
 * What is held beside a payout that comes all the same (docs/product/payouts.md#holds); where all of it is held, the
 * page begins with that.
 */
export function HoldsNotice({ balance }: { balance: OwnBalance | undefined }) {
  if (!balance || balance.holds.length === 0 || (balance.next.kind === 'held' && balance.holds.length === 1))
    return null
  const { holds } = balance
  return (
    <Banner tone="note">
      <OwnHolds holds={holds.slice(0, shownHolds)} />
      {holds.length > shownHolds && (
        <Link to="/earnings/payouts" className="link mt-2 text-ink">
          All {holds.length} holds
        </Link>
      )}
    </Banner>
  )
}
