import type { OrderDetail } from '../answers.ts'
import { DecisionDialog } from './decision-dialog.tsx'

type AcceptOrderProps = { order: OrderDetail; onClose: () => void }

/** The dialog that accepts what the newest report says of an order, with a reason. */
export default function AcceptOrder({ order, onClose }: AcceptOrderProps) {
  return (
    <DecisionDialog
      order={order}
      title="Accept what the report says?"
      confirm="Accept"
      subject="accept"
      send={(api, reason) =>
        api('POST /api/v1/admin/orders/:id/accept', {
          params: { id: order.order_item_id },
          body: { reason },
        })
      }
      done="Accepted"
      failed="Could not accept the order"
      onClose={onClose}
    >
      {order.order_status === 'withdrawn'
        ? 'The newest report no longer has such a row. The next calculation takes back what was posted.'
        : 'The next calculation posts what the newest report says, to the creator who has the order.'}
    </DecisionDialog>
  )
}
