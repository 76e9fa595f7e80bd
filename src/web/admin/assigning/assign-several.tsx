import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import { ApiError } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { useSettled } from '../../browser/use-settled.ts'
import { counted } from '../../format/count-text.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-queries.ts'
import type { Order } from '../answers.ts'
import type { FieldProblems } from '../orders/decision.tsx'
import { messageOf, problemsOf } from '../parts/texts.ts'
import { useOneCall } from '../parts/use-one-call.ts'
import { AssignFields, useAssignment } from './assign-fields.tsx'
import { NamedProduct, ProductPicker } from './product-picker.tsx'

type Orders = readonly [Order, ...Order[]]

type AssignSeveralProps = { orders: Orders; onClose: (isDone: boolean) => void }

/** The dialog that credits several orders to one product, all or none. Load it lazily, as every dialog. */
export default function AssignSeveral({ orders, onClose }: AssignSeveralProps) {
  const api = useApi()
  const client = useQueryClient()
  const { isBusy, make } = useOneCall<'assign'>()
  const [problems, setProblems] = useState<FieldProblems>({})
  const [changed, setChanged] = useState<string | null>(null)
  const assignment = useAssignment('several', async (asked) => {
    const isDone = await make(
      'assign',
      async () => {
        setProblems({})
        setChanged(null)
        const { assigned } = await api('PUT /api/v1/admin/order-matches', {
          body: {
            ...asked,
            orders: orders.map(({ order_item_id, match }) => ({
              order_item_id,
              version: match?.version ?? null,
            })),
          },
        })
        void toast.success(`${counted(assigned, 'order')} assigned`)
        await refreshAdmin(client)
      },
      async (error) => {
        if (error instanceof ApiError && error.problems.length > 0) return setProblems(problemsOf(error))
        if (hasCode(error, 'version_mismatch')) await refreshAdmin(client)
        setChanged(messageOf(error))
      },
    )
    if (isDone) onClose(true)
    return isDone
  })

  const product = assignment.typed.product_ref.trim()
  const named = useSettled(product, 300)
  const newest = newestOf(orders)
  const isOneItem = orders.every(({ asin }) => asin === newest.asin)

  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title={`Assign ${counted(orders.length, 'order')} by hand`}
      dismissable={!isBusy}
      foot={
        <DialogFoot
          form={assignment.formId}
          confirm="Assign"
          isBusy={isBusy}
          onCancel={() => onClose(false)}
        />
      }
    >
      <p className="text-small text-ink-2">
        All of them go to one product, and matching leaves them alone from then on. What was posted to someone
        else is taken back by the next calculation.
      </p>
      {changed && (
        <Banner tone="bad">
          <p className="font-semibold">None of them has been assigned.</p>
          <p>{changed}</p>
        </Banner>
      )}
      <AssignFields
        assignment={assignment}
        problems={problems}
        above={
          isOneItem && (
            <ProductPicker
              order={newest}
              chosen={product}
              onChoose={(product_ref) => assignment.type({ product_ref })}
            />
          )
        }
        below={<NamedProduct orders={orders} productRef={named} />}
      />
    </Dialog>
  )
}

/** The order up to which the picker shows presses. */
const newestOf = ([first, ...others]: Orders): Order =>
  others.reduce((newest, order) => (order.order_date > newest.order_date ? order : newest), first)
