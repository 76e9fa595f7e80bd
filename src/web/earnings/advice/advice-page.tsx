import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { EarningsScreen } from '../statements/earnings-screen.tsx'
import { PayoutAdvice } from './payout-advice.tsx'

const route = getRouteApi('/_app/earnings_/payouts/$id_/advice')

/** The remittance advice of one of one's own payouts. */
export function AdvicePage() {
  const { id } = route.useParams()
  return (
    <EarningsScreen title="Remittance advice" parent="/earnings/payouts">
      <PayoutAdvice
        query={useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/me/payouts/:id/advice', { params: { id } }))}
      />
    </EarningsScreen>
  )
}
