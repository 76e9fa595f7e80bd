import { useAppName } from '../../../use-app-name.ts'
import type { OrderDetail } from '../../answers.ts'
import { DecisionDialog } from '../decision-dialog.tsx'

type ChangeDuplicateProps = {
  order: OrderDetail
  duplicate: OrderDetail['duplicates'][number]
  onClose: () => void
}

/** The dialog that changes the answer on a pair of duplicates, with a reason. */
export default function ChangeDuplicate({ order, duplicate, onClose }: ChangeDuplicateProps) {
  const choice = duplicate.choice === 'same_sale' ? 'two_sales' : 'same_sale'
  const appName = useAppName()
  const duplicate_id =
    duplicate.order_item_id === order.order_item_id ? duplicate.fee_item_id : duplicate.order_item_id
  return (
    <DecisionDialog
      order={order}
      title={choice === 'two_sales' ? 'Are these two sales?' : 'Is it the same sale?'}
      confirm="Decide"
      subject={`duplicate ${duplicate_id}`}
      send={(api, reason) =>
        api('PUT /api/v1/admin/orders/:id/duplicate', {
          params: { id: order.order_item_id },
          body: { duplicate_id, choice, reason },
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
