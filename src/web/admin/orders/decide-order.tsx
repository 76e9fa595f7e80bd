import type { OrderDetail } from '../answers.ts'
import { nameOf } from '../parts/texts.ts'
import { DecisionDialog } from './decision-dialog.tsx'

type DecideOrderProps = {
  order: OrderDetail
  /** Null makes the order nobody's. */
  creator: OrderDetail['sides'][number]['creator'] | null
  /** Title and button where the question is whether the match stays. */
  words?: { title: string; confirm: string }
  onClose: () => void
}

/** The dialog that decides whose an order is. */
export default function DecideOrder({ order, creator, words, onClose }: DecideOrderProps) {
  const whose = creator === null ? 'nobody' : nameOf(creator)
  return (
    <DecisionDialog
      order={order}
      title={words?.title ?? `Is it ${whose}’s?`}
      confirm={words?.confirm ?? 'Decide'}
      subject="decide"
      send={(api, reason, version) =>
        api('POST /api/v1/admin/orders/:id/decision', {
          params: { id: order.order_item_id },
          body: { payee_id: creator?.payee_id ?? null, reason, version: version ?? 0 },
        })
      }
      done="Order decided"
      failed="Could not decide the order"
      onClose={onClose}
    >
      The next matching leaves it alone. The next calculation takes back what was posted to somebody else.
    </DecisionDialog>
  )
}
