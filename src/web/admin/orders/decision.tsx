import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import { ApiError } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { cacheOrder, orderQuery } from '../admin-queries.ts'
import type { OrderDetail } from '../answers.ts'
import { messageOf, problemsOf } from '../parts/texts.ts'
import { useOneCall } from '../parts/use-one-call.ts'
import { creatorText, whyText } from './order-texts.ts'

/** Messages by the name of a field. */
export type FieldProblems = Record<string, string>

/**
 * Sends an admin's decision on an order. Where the order was matched again meanwhile (412) it is asked for again and
 * `isChanged` is true; what was typed stays, and can be sent again.
 */
export function useDecision(order: OrderDetail) {
  const api = useApi()
  const client = useQueryClient()
  const { isBusy, make } = useOneCall<'decide'>()
  const [isChanged, setChanged] = useState(false)
  const [problems, setProblems] = useState<FieldProblems>({})

  const decide = (
    send: (version: number | null) => Promise<OrderDetail>,
    { success, failure }: { success: string; failure: string },
  ): Promise<boolean> =>
    make(
      'decide',
      async () => {
        setProblems({})
        const answer = await send(order.match?.version ?? null)
        void toast.success(success)
        await cacheOrder(client, answer)
      },
      async (error) => {
        if (hasCode(error, 'version_mismatch')) {
          await client.invalidateQueries({ queryKey: orderQuery(api, order.order_item_id).queryKey })
          setChanged(true)
        } else if (error instanceof ApiError && error.problems.length > 0) setProblems(problemsOf(error))
        else void toast.error(failure, { description: messageOf(error) })
      },
    )

  return { api, isBusy, isChanged, problems, decide }
}

type ChangedNoticeProps = { order: OrderDetail }

/** Says that an order's match has changed since the admin saw it, and what it is now. */
export function ChangedNotice({ order: { match } }: ChangedNoticeProps) {
  return (
    <Banner tone="bad">
      <p className="font-semibold">This order was matched again meanwhile. Nothing has been saved.</p>
      {match ? (
        <p>
          Now: {creatorText(match) ?? 'nobody’s'}, {match.confidence}. {whyText(match)}
        </p>
      ) : (
        <p>Now it is not matched.</p>
      )}
      <p>To decide anyway, send it again.</p>
    </Banner>
  )
}
