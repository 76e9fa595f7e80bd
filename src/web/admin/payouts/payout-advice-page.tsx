import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { AppScreen } from '../../app/app-screen.tsx'
import { PayoutAdvice } from '../../earnings/advice/payout-advice.tsx'

const route = getRouteApi('/_app/admin/advice/$id')

/** The remittance advice of a payout, as its creator has it (docs/product/payouts.md#remittance-advice). */
export function PayoutAdvicePage() {
  const { id } = route.useParams()
  return (
    <AppScreen bar={{ title: 'Remittance advice', back: { to: '/admin/payouts' } }} width="mid">
      <PayoutAdvice
        query={useInfiniteQuery(
          pagesOf(useApi(), 'GET /api/v1/admin/payout-lines/:id/advice', { params: { id } }),
        )}
      />
    </AppScreen>
  )
}
