import type { OrderDetail } from '../answers.ts'
import { DecisionDialog } from './decision-dialog.tsx'

type UndoMatchProps = { order: OrderDetail; onClose: () => void }

/** The dialog that takes an order from its creator, with a reason (decision 25). */
export default function UndoMatch({ order, onClose }: UndoMatchProps) {
  return (
    <DecisionDialog
      order={order}
      title="Undo assignment?"
      confirm="Undo"
      tone="danger"
      subject="unassign"
      send={(api, reason, version) =>
        api('DELETE /api/v1/admin/orders/:id/match', {
          params: { id: order.order_item_id },
          body: { reason, version },
        })
      }
      done="Assignment undone"
      failed="Could not undo the assignment"
      onClose={onClose}
    >
      {order.match?.is_decided
        ? 'The admin’s decision no longer holds. The order is matched again at once, by its sub tag, tracking ID and clicks.'
        : 'The order belongs to nobody until an admin assigns it, or undoes this as well.'}{' '}
      The next calculation takes back or moves what was posted.
    </DecisionDialog>
  )
}
