import { moneyText } from '../../../shared/amazon/currencies.ts'
import type { OrderDetail } from '../answers.ts'
import { nameOf } from '../parts/texts.ts'
import { DecisionDialog } from './decision-dialog.tsx'

type AnswerReturnProps = {
  order: OrderDetail
  /** Null: nobody can know. */
  bought: NonNullable<OrderDetail['whose_return']>['candidates'][number] | null
  onClose: () => void
}

/** The dialog that says which purchase a return is of, with a reason. Load it lazily, as every dialog. */
export default function AnswerReturn({ order, bought, onClose }: AnswerReturnProps) {
  return (
    <DecisionDialog
      order={order}
      title={bought ? 'Is it of this purchase?' : 'Can nobody know?'}
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
        ? `It takes from what ${bought.creator ? nameOf(bought.creator) : 'nobody'} has of ${moneyText(bought.commission, order.currency)}; the next calculation posts it.`
        : 'Nothing is taken from any creator: the platform bears it. Amazon takes it back in the month of the return.'}
    </DecisionDialog>
  )
}
