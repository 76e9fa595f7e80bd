import { Link } from '@tanstack/react-router'
import type { AnswerOf } from '../../api/client.ts'
import { Banner } from '../../ui/feedback/banner.tsx'

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
