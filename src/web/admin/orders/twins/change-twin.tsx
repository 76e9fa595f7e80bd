import { useAppName } from '../../../use-app-name.ts'
import type { OrderDetail } from '../../answers.ts'
import { DecisionDialog } from '../decision-dialog.tsx'

type ChangeTwinProps = { order: OrderDetail; twin: OrderDetail['twins'][number]; onClose: () => void }

/** The dialog that changes the answer on a pair of twins, with a reason. */
export default function ChangeTwin({ order, twin, onClose }: ChangeTwinProps) {
  const choice = twin.choice === 'same_sale' ? 'two_sales' : 'same_sale'
  const appName = useAppName()
  const twin_id = twin.order_item_id === order.order_item_id ? twin.fee_item_id : twin.order_item_id
  return (
    <DecisionDialog
      order={order}
      title={choice === 'two_sales' ? 'Are these two sales?' : 'Is it the same sale?'}
      confirm="Decide"
      subject={`twin ${twin_id}`}
      send={(api, reason) =>
        api('PUT /api/v1/admin/orders/:id/twin', {
          params: { id: order.order_item_id },
          body: { twin_id, choice, reason },
        })
      }
      done="Decided"
      failed="Could not change the decision"
      onClose={onClose}
    >
      {choice === 'two_sales'
        ? 'Then both pay: the next matching and calculation also post the row of Fee-Earnings.'
        : `${appName}’s CSV alone pays then: the next calculation takes back what was posted for the row of Fee-Earnings.`}
    </DecisionDialog>
  )
}
