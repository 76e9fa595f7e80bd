import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import type { Api } from '../../api/client.ts'
import { type Act, type RunningAct, useAct } from '../../api/use-act.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { cacheOrder, refreshAdmin } from '../admin-queries.ts'
import type { OrderDetail } from '../answers.ts'
import { creatorText, whyText } from './order-texts.ts'

type Decision<Said> = {
  order: OrderDetail
  /** `version` is that of the order's match as it is shown. */
  send: (api: Api, said: Said, version: number | null) => Promise<OrderDetail>
  done: string
  failed: string
}

/**
 * An admin's decision on an order. Where the order was matched again meanwhile (412) it is asked for again and
 * `isChanged` is true; what was typed stays, and can be sent again.
 */
export function useDecision<Said>({
  order,
  send,
  ...texts
}: Decision<Said>): RunningAct<Said> & { isChanged: boolean } {
  const client = useQueryClient()
  const [isChanged, setChanged] = useState(false)
  const act: Act<Said, OrderDetail> = {
    ...texts,
    send: (api, said) => send(api, said, order.match?.version ?? null),
    after: (answer) => cacheOrder(client, answer),
    onRefused: async (error) => {
      if (!hasCode(error, 'version_mismatch')) return false
      await refreshAdmin(client)
      setChanged(true)
      return true
    },
  }
  return { ...useAct(act), isChanged }
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
