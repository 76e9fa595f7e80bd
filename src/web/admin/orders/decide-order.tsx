import type { OrderDetail } from '../admin-queries.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { nameOf } from './order-texts.ts'

type DecideOrderProps = {
  order: OrderDetail
  /** Null for nobody. */
  creator: OrderDetail['sides'][number]['creator'] | null
  /** Where it is not asked whose the order is, but whether it stays. */
  words?: { title: string; confirm: string }
  onClose: () => void
}

/** Says whose an order is that waits for a decision. Load it lazily, as every dialog. */
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
      told={{ success: 'Order decided', failure: 'Could not decide the order' }}
      onClose={onClose}
    >
      The next matching leaves it alone. What was posted to somebody else is taken back by the next
      calculation.
    </DecisionDialog>
  )
}
