import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useApi } from '../../use-api.ts'
import { payoutDetailsQuery } from '../earnings-queries.ts'

const steps = { proven_address: 'prove your email address', details: 'tell us where to pay you' }

/** Says what is missing before the person can be paid (docs/product/payouts.md#payout-details). */
export function PayoutNotice() {
  const { data } = useQuery(payoutDetailsQuery(useApi()))
  if (!data?.missing) return null
  return (
    <Banner tone="note">
      You cannot be paid yet:{' '}
      <Link to="/earnings/details" className="link text-ink">
        {steps[data.missing]}
      </Link>
      .
    </Banner>
  )
}
