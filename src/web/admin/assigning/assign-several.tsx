import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import { messageOf } from '../../api/use-act.ts'
import { useSettled } from '../../browser/use-settled.ts'
import { counted } from '../../format/count-text.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { refreshAdmin } from '../admin-queries.ts'
import type { Order } from '../answers.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'
import { AssignFields, type Assignment, assignmentOf, useAssignment } from './assign-fields.tsx'
import { NamedProduct, ProductPicker } from './product-picker.tsx'

type Orders = readonly [Order, ...Order[]]

type AssignSeveralProps = { orders: Orders; onClose: (isDone: boolean) => void }

/** The dialog that credits several orders to one product, all or none. */
export default function AssignSeveral({ orders, onClose }: AssignSeveralProps) {
  const client = useQueryClient()
  const [changed, setChanged] = useState<string | null>(null)
  const act = useAdminAct({
    send: (api, typed: Assignment) =>
      api('PUT /api/v1/admin/order-matches', {
        body: {
          ...assignmentOf(typed),
          orders: orders.map(({ order_item_id, match }) => ({
            order_item_id,
            version: match?.version ?? null,
          })),
        },
      }),
    done: ({ assigned }) => `${counted(assigned, 'order')} assigned`,
    onRefused: async (error) => {
      if (hasCode(error, 'version_mismatch')) await refreshAdmin(client)
      setChanged(messageOf(error))
      return true
    },
  })
  const form = useAssignment(act, 'several', () => onClose(true))
  const product = form.watch('product_ref').trim()
  const named = useSettled(product, 300)
  const newest = newestOf(orders)
  const isOneItem = orders.every(({ asin }) => asin === newest.asin)

  return (
    <FormDialog
      title={`Assign ${counted(orders.length, 'order')} by hand`}
      confirm="Assign"
      form={form}
      onClose={() => onClose(false)}
    >
      <p className="text-small text-ink-2">
        All of them go to one product, and matching leaves them alone from then on. The next calculation takes
        back what was posted to someone else.
      </p>
      {changed && (
        <Banner tone="bad">
          <p className="font-semibold">None of them has been assigned.</p>
          <p>{changed}</p>
        </Banner>
      )}
      <AssignFields
        form={form}
        above={
          isOneItem && (
            <ProductPicker
              order={newest}
              chosen={product}
              onChoose={(ref) => form.setValue('product_ref', ref, { shouldValidate: form.isSubmitted })}
            />
          )
        }
        below={<NamedProduct orders={orders} productRef={named} />}
      />
    </FormDialog>
  )
}

/** The order up to which the picker shows presses. */
const newestOf = ([first, ...others]: Orders): Order =>
  others.reduce((newest, order) => (order.order_date > newest.order_date ? order : newest), first)
