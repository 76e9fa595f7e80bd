import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { withStepUp } from '../../account/two-step/proof.ts'
import type { InputOf } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { cachePayingDateChange, isOpen, refreshAdmin } from '../admin-queries.ts'
import type { PayingDateChange } from '../answers.ts'
import { messageOf } from '../parts/texts.ts'
import { useOneCall } from '../parts/use-one-call.ts'

type Body = InputOf<'PUT /api/v1/admin/paying-dates/:marketplace'>['body']

/** The calls that set a ship date or give up a change, one at a time. */
export function usePayingDate() {
  const api = useApi()
  const client = useQueryClient()
  const { work, make } = useOneCall<'set' | 'give up'>()
  const failed = (error: unknown) =>
    void toast.error('Could not set the day', { description: messageOf(error) })

  return {
    work,
    set: (marketplace: string, { starts_on, confirm = [] }: Body) =>
      make(
        'set',
        async () => {
          const body = { starts_on, ...(confirm.length > 0 && { confirm }) }
          const change = await withStepUp(() =>
            api('PUT /api/v1/admin/paying-dates/:marketplace', { params: { marketplace }, body }),
          )
          cachePayingDateChange(client, change)
        },
        failed,
      ),
    giveUp: ({ id }: PayingDateChange) =>
      make(
        'give up',
        async () => {
          await api('DELETE /api/v1/admin/paying-date-changes/:id', { params: { id } })
          await refreshAdmin(client)
        },
        failed,
      ),
  }
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
