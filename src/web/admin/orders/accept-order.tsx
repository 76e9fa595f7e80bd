import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { OrderDetail } from '../admin-queries.ts'
import { DialogFoot, ReasonField, useReason } from '../parts/dialog-parts.tsx'
import { useDecision } from './decision.tsx'

type AcceptOrderProps = { order: OrderDetail; onClose: () => void }

/** Accepts what the newest report says of an order under review, with a reason. Load it lazily, as every dialog. */
export default function AcceptOrder({ order, onClose }: AcceptOrderProps) {
  const { api, isBusy, decide } = useDecision(order)
  const reason = useReason(`accept ${order.order_item_id}`, async (text) => {
    const isDone = await decide(
      () =>
        api('POST /api/v1/admin/orders/:id/accept', {
          params: { id: order.order_item_id },
          body: { reason: text },
        }),
      { success: 'Accepted', failure: 'Could not accept the order' },
    )
    if (isDone) onClose()
    return isDone
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Accept what the report says?"
      dismissable={!isBusy}
      foot={<DialogFoot form={reason.formId} confirm="Accept" isBusy={isBusy} onCancel={onClose} />}
    >
      <p className="text-small text-ink-2">
        {order.order_status === 'withdrawn'
          ? 'The newest report has no such row any more: what was posted is taken back by the next calculation.'
          : 'The next calculation posts what the newest report says, to whom the order is credited.'}
      </p>
      <form id={reason.formId} noValidate onSubmit={reason.submit}>
        <ReasonField reason={reason} />
      </form>
    </Dialog>
  )
}
