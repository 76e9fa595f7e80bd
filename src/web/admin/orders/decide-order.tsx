import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { OrderDetail } from '../admin-queries.ts'
import { DialogFoot, ReasonField, useReason } from '../parts/dialog-parts.tsx'
import { ChangedNotice, useDecision } from './decision.tsx'

type DecideOrderProps = {
  order: OrderDetail
  /** Null for nobody. */
  creator: OrderDetail['sides'][number]['creator'] | null
  onClose: () => void
}

/** Says whose an order is that waits for a decision. Load it lazily, as every dialog. */
export default function DecideOrder({ order, creator, onClose }: DecideOrderProps) {
  const { api, isBusy, isChanged, decide } = useDecision(order)
  const whose =
    creator === null ? 'nobody' : creator.username ? `@${creator.username}` : 'someone who has left'
  const reason = useReason(`decide ${order.order_item_id}`, async (text) => {
    const isDone = await decide(
      (version) =>
        api('POST /api/v1/admin/orders/:id/decision', {
          params: { id: order.order_item_id },
          body: { payee_id: creator?.payee_id ?? null, reason: text, version: version ?? 0 },
        }),
      { success: 'Order decided', failure: 'Could not decide the order' },
    )
    if (isDone) onClose()
    return isDone
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Is it ${whose}’s?`}
      dismissable={!isBusy}
      foot={<DialogFoot form={reason.formId} confirm="Decide" isBusy={isBusy} onCancel={onClose} />}
    >
      <p className="text-small text-ink-2">
        The next matching leaves it alone. What was posted to somebody else is taken back by the next
        calculation.
      </p>
      {isChanged && <ChangedNotice order={order} />}
      <form id={reason.formId} noValidate onSubmit={reason.submit}>
        <ReasonField reason={reason} />
      </form>
    </Dialog>
  )
}
