import { Link } from '@tanstack/react-router'
import type { AnswerOf } from '../../api/client.ts'
import { bpsText } from '../../format/money-text.ts'
import { dayText } from '../../format/when-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useAppName } from '../../use-app-name.ts'

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

const steps = { proven_address: 'prove your email address', details: 'tell us where to pay you' }

type PayoutNoticeProps = {
  missing: NonNullable<AnswerOf<'GET /api/v1/me/payout-details'>['missing']>
  /** It only keeps its room, as long as nobody knows whether it will be shown. */
  isHidden: boolean
}

/** Says what is missing before the person can be paid (docs/product/payouts.md#payout-details). */
export const PayoutNotice = ({ missing, isHidden }: PayoutNoticeProps) => (
  <div className={isHidden ? 'invisible' : undefined}>
    <Banner tone="note">
      You cannot be paid yet:{' '}
      <Link to="/earnings/details" className="link text-ink">
        {steps[missing]}
      </Link>
      .
    </Banner>
  </div>
)
