import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { OrderDetail } from '../admin-queries.ts'
import { DialogFoot, ReasonField, useReason } from '../parts/dialog-parts.tsx'
import { ChangedNotice, useDecision } from './decision.tsx'

type UndoMatchProps = { order: OrderDetail; onClose: () => void }

/** Takes an order from whom it is credited to, with a reason (decisions: Matching). Load it lazily, as every dialog. */
export default function UndoMatch({ order, onClose }: UndoMatchProps) {
  const { api, isBusy, isChanged, decide } = useDecision(order)
  const reason = useReason(`unassign ${order.order_item_id}`, async (text) => {
    const isDone = await decide(
      (version) =>
        api('DELETE /api/v1/admin/orders/:id/match', {
          params: { id: order.order_item_id },
          body: { reason: text, version },
        }),
      { success: 'Assignment undone', failure: 'Could not undo the assignment' },
    )
    if (isDone) onClose()
    return isDone
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Undo assignment?"
      dismissable={!isBusy}
      foot={
        <DialogFoot form={reason.formId} confirm="Undo" tone="danger" isBusy={isBusy} onCancel={onClose} />
      }
    >
      <p className="text-small text-ink-2">
        {order.match?.is_held
          ? 'What an admin decided no longer holds: the order is matched again, at once, by its sub tag, tracking ID and clicks.'
          : 'The order belongs to nobody until an admin assigns it, or undoes this as well.'}{' '}
        What was posted is taken back, or moved, by the next calculation.
      </p>
      {isChanged && <ChangedNotice order={order} />}
      <form id={reason.formId} noValidate onSubmit={reason.submit}>
        <ReasonField reason={reason} />
      </form>
    </Dialog>
  )
}
