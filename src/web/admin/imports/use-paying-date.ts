import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { InputOf } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { cachePayingDateChange, isOpen, refreshAdmin } from '../admin-queries.ts'
import type { PayingDateChange } from '../answers.ts'

type Body = InputOf<'PUT /api/v1/admin/paying-dates/:marketplace'>['body']

/** The calls that set a ship date or give up a change, one at a time. */
export function usePayingDate() {
  const client = useQueryClient()
  const failed = 'Could not set the day'
  const setting = useAct({
    send: (api, { marketplace, starts_on, confirm = [] }: Body & { marketplace: string }) =>
      api('PUT /api/v1/admin/paying-dates/:marketplace', {
        params: { marketplace },
        body: { starts_on, ...(confirm.length > 0 && { confirm }) },
      }),
    after: (change) => cachePayingDateChange(client, change),
    failed,
  })
  const givingUp = useAct({
    send: (api, { id }: PayingDateChange) =>
      api('DELETE /api/v1/admin/paying-date-changes/:id', { params: { id } }),
    after: () => refreshAdmin(client),
    failed,
  })
  return {
    work: setting.isBusy ? 'set' : givingUp.isBusy ? 'give up' : null,
    set: (marketplace: string, body: Body) => setting.run({ marketplace, ...body }),
    giveUp: (change: PayingDateChange) => givingUp.run(change),
  } as const
}

/** Shows a toast when a change that was seen under way is done, and asks for what may have waited for it again. */
export function usePayingDateEnd(change: PayingDateChange | null | undefined): void {
  const client = useQueryClient()
  const wasUnderWay = useRef(false)
  const isUnderWay = isOpen(change?.run)
  useEffect(() => {
    if (change === undefined || isUnderWay) {
      wasUnderWay.current ||= isUnderWay
      return
    }
    if (!wasUnderWay.current) return
    wasUnderWay.current = false
    if (change === null) void toast.success('Day set')
    void refreshAdmin(client)
  }, [change, isUnderWay, client])
}
