import { useSettled } from '../../browser/use-settled.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import type { OrderDetail } from '../answers.ts'
import { ChangedNotice, useDecision } from '../orders/decision.tsx'
import { AssignFields, useAssignment } from './assign-fields.tsx'
import { NamedProduct, ProductPicker } from './product-picker.tsx'

type AssignOrderProps = { order: OrderDetail; onClose: () => void }

/** The dialog that credits an order to a product by hand (decision 25). Load it lazily, as every dialog. */
export default function AssignOrder({ order, onClose }: AssignOrderProps) {
  const { api, isBusy, isChanged, problems, decide } = useDecision(order)
  const assignment = useAssignment(order.order_item_id, async (asked) => {
    const isDone = await decide(
      (version) =>
        api('PUT /api/v1/admin/orders/:id/match', {
          params: { id: order.order_item_id },
          body: { ...asked, version },
        }),
      { success: 'Order assigned', failure: 'Could not assign the order' },
    )
    if (isDone) onClose()
    return isDone
  })

  const product = assignment.typed.product_ref.trim()
  const named = useSettled(product, 300)

  return (
    <Dialog
      open
      onClose={onClose}
      title="Assign by hand"
      dismissable={!isBusy}
      foot={<DialogFoot form={assignment.formId} confirm="Assign" isBusy={isBusy} onCancel={onClose} />}
    >
      <p className="text-small text-ink-2">
        Matching leaves it alone from then on. What was posted to someone else is taken back by the next
        calculation.
      </p>
      {isChanged && <ChangedNotice order={order} />}
      <AssignFields
        assignment={assignment}
        problems={problems}
        above={
          <ProductPicker
            order={order}
            chosen={product}
            onChoose={(product_ref) => assignment.type({ product_ref })}
          />
        }
        below={<NamedProduct orders={[order]} productRef={named} />}
      />
    </Dialog>
  )
}
