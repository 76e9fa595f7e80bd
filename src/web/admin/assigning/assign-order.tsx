import { useSettled } from '../../browser/use-settled.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { OrderDetail } from '../answers.ts'
import { ChangedNotice, useDecision } from '../orders/decision.tsx'
import { AssignFields, type Assignment, assignmentOf, useAssignment } from './assign-fields.tsx'
import { NamedProduct, ProductPicker } from './product-picker.tsx'

type AssignOrderProps = { order: OrderDetail; onClose: () => void }

/** The dialog that credits an order to a product by hand (decision 25). */
export default function AssignOrder({ order, onClose }: AssignOrderProps) {
  const { isChanged, ...act } = useDecision({
    order,
    send: (api, typed: Assignment, version) =>
      api('PUT /api/v1/admin/orders/:id/match', {
        params: { id: order.order_item_id },
        body: { ...assignmentOf(typed), version },
      }),
    done: 'Order assigned',
    failed: 'Could not assign the order',
  })
  const form = useAssignment(act, order.order_item_id, onClose)
  const product = form.watch('product_ref').trim()
  const named = useSettled(product, 300)
  return (
    <FormDialog title="Assign by hand" confirm="Assign" form={form} onClose={onClose}>
      <p className="text-small text-ink-2">
        Matching leaves it alone from then on. The next calculation takes back what was posted to someone
        else.
      </p>
      {isChanged && <ChangedNotice order={order} />}
      <AssignFields
        form={form}
        above={
          <ProductPicker
            order={order}
            chosen={product}
            onChoose={(ref) => form.setValue('product_ref', ref, { shouldValidate: form.isSubmitted })}
          />
        }
        below={<NamedProduct orders={[order]} productRef={named} />}
      />
    </FormDialog>
  )
}
