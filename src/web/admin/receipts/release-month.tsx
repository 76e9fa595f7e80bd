import { Controller } from 'react-hook-form'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { filled, useActForm } from '../../api/use-act-form.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { RadioField } from '../../ui/form/radio-field.tsx'
import type { ReconciledMonth } from '../answers.ts'
import { ReasonField } from '../parts/reason-dialog.tsx'
import { useAdminAct } from '../parts/use-admin-act.ts'
import { type Chosen, OrderPicker } from './order-picker.tsx'

type ReleaseMonthProps = { month: ReconciledMonth; onClose: () => void }
type Typed = { how: 'orders_held' | 'platform'; order_item_ids: Chosen; reason: string }

const hows = [
  {
    value: 'orders_held',
    label: 'Hold the orders that Amazon did not pay',
    hint: 'They count as posted. The hold ends by itself once Amazon has paid the rest.',
  },
  {
    value: 'platform',
    label: 'Book it to the platform’s share',
    hint: 'Every creator is paid in full.',
  },
] as const

/**
 * The dialog that lets a month count as posted, and asks what explains a shortfall
 * (docs/product/payouts.md#releases).
 */
export default function ReleaseMonth({ month: of, onClose }: ReleaseMonthProps) {
  const { marketplace, month, currency, missing } = of
  const isShort = missing > 0
  const form = useActForm(
    useAdminAct({
      send: (api, typed: Typed) => {
        const reason = typed.reason.trim()
        const [how, order_item_ids] = [typed.how, Object.keys(typed.order_item_ids)]
        return api('POST /api/v1/admin/months/:marketplace/:month/release', {
          params: { marketplace, month },
          body: !isShort
            ? { how: 'paid_in_full' }
            : how === 'platform'
              ? { how, reason }
              : { how, order_item_ids, reason },
        })
      },
      done: 'Month released',
      failed: 'Could not release the month',
    }),
    {
      start: { how: 'orders_held', order_item_ids: {}, reason: '' },
      draft: `release ${month} ${marketplace}`,
      onDone: onClose,
    },
  )
  const { control, register, problem, watch } = form
  const how = watch('how')
  return (
    <FormDialog title={`Release ${monthText(month)}?`} confirm="Release" form={form} onClose={onClose}>
      <p className="text-small text-pretty text-ink-2">
        Its earnings at {marketplaceName(marketplace)} are posted from today on. This cannot be taken back.
        {isShort && (
          <>
            {' '}
            Amazon has paid <b className="num font-semibold text-ink">{moneyText(missing, currency)}</b> less
            than was reported.
          </>
        )}
      </p>
      {isShort && <RadioField control={control} name="how" legend="What is missing" options={hows} />}
      {isShort && how === 'orders_held' && (
        <Controller
          control={control}
          name="order_item_ids"
          rules={{
            validate: (chosen) => Object.keys(chosen).length > 0 || 'Please choose an order',
          }}
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <OrderPicker of={of} chosen={value} onChange={onChange} error={error?.message} />
          )}
        />
      )}
      {isShort && (
        <ReasonField
          field={register('reason', filled('Please give a reason'))}
          error={problem('reason')}
          isFirst={false}
          hint={
            how === 'orders_held'
              ? 'Read by the creators of these orders, too.'
              : 'Shown beside the month and in the audit log.'
          }
        />
      )}
    </FormDialog>
  )
}
