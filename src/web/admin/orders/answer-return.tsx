import { moneyText } from '../../../shared/amazon/currencies.ts'
import type { OrderDetail } from '../answers.ts'
import { nameOf } from '../parts/texts.ts'
import { DecisionDialog } from './decision-dialog.tsx'

type Candidate = NonNullable<OrderDetail['whose_return']>['candidates'][number]

type AnswerReturnProps = {
  order: OrderDetail
  /** Null: nobody can know. */
  bought: Candidate | null
  onClose: () => void
}

/** From whom it is taken, and what of it finds nothing there. */
function taken(
  { currency, waiting_return, whose_return }: OrderDetail,
  { creator, left }: Candidate,
): string {
  const whose = creator ? `${nameOf(creator)}’s` : 'nobody’s'
  const from = `It is taken from ${whose} ${moneyText(left, currency)}. The next calculation posts it.`
  const more = whose_return?.answer ? 0 : waiting_return - left
  return more > 0 ? `${from} The other ${moneyText(more, currency)} waits.` : from
}

/** The dialog that says which purchase a return is of, with a reason. */
export default function AnswerReturn({ order, bought, onClose }: AnswerReturnProps) {
  return (
    <DecisionDialog
      order={order}
      title={bought ? 'Is it this purchase?' : 'Can nobody know whose it is?'}
      confirm="Decide"
      subject={`return ${bought?.order_item_id ?? 'nobody'}`}
      send={(api, reason) =>
        api('PUT /api/v1/admin/orders/:id/purchase', {
          params: { id: order.order_item_id },
          body: { purchase_id: bought?.order_item_id ?? null, reason },
        })
      }
      done="Return decided"
      failed="Could not decide the return"
      onClose={onClose}
    >
      {bought
        ? taken(order, bought)
        : 'Nothing is taken from any creator. The platform bears it in the month of the return.'}
    </DecisionDialog>
  )
}
