import { type FormEvent, useRef, useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../format/when-text.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import type { ReconciledMonth } from '../answers.ts'
import { ReasonField, useReason } from '../parts/dialog-parts.tsx'
import { useChange } from '../parts/use-change.ts'
import { type Chosen, OrderPicker } from './order-picker.tsx'

type ReleaseMonthProps = { month: ReconciledMonth; onClose: () => void }

const release = 'POST /api/v1/admin/months/:marketplace/:month/release' as const
const texts = { success: 'Month released', failure: 'Could not release the month' }

/**
 * The dialog that lets a month count as posted, and asks what explains a shortfall
 * (docs/product/payouts.md#releases). Load it lazily, as every dialog.
 */
export default function ReleaseMonth({ month: of, onClose }: ReleaseMonthProps) {
  const { marketplace, month, currency, missing } = of
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, change } = useChange(form)
  const [how, setHow] = useState<'orders_held' | 'platform'>('orders_held')
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const isShort = missing > 0
  const params = { marketplace, month }
  const send = async (body: Parameters<typeof api<typeof release>>[1]['body']) => {
    const isDone = await change(() => api(release, { params, body }), texts)
    if (isDone) onClose()
    return isDone
  }
  const reason = useReason(`release ${month} ${marketplace}`, async (text) => {
    if (how === 'platform') return send({ how, reason: text })
    if (chosen.size > 0) return send({ how, order_item_ids: [...chosen.keys()], reason: text })
    show({ order_item_ids: 'Please choose an order' })
    return false
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    if (isShort) return reason.submit(event)
    event.preventDefault()
    return send({ how: 'paid_in_full' })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Release ${monthText(month)}?`}
      dismissable={!isBusy}
      foot={<DialogFoot form={reason.formId} confirm="Release" isBusy={isBusy} onCancel={onClose} />}
    >
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
      {isShort && (
        <RadioCards
          legend="What is missing"
          value={how}
          onChange={setHow}
          options={[
            {
              value: 'orders_held',
              label: 'Hold the orders that Amazon did not pay',
              hint: 'They count as posted, and are let go by themselves once Amazon has paid the rest.',
            },
            {
              value: 'platform',
              label: 'Book it to the platform’s share',
              hint: 'Every creator is paid in full.',
            },
          ]}
        />
      )}
      {isShort && how === 'orders_held' && (
        <OrderPicker of={of} chosen={chosen} onChange={setChosen} error={problems.order_item_ids} />
      )}
      <form ref={form} id={reason.formId} noValidate onSubmit={submit} className="stack gap-5">
        {isShort && (
          <ReasonField
            reason={reason}
            isFirst={false}
            hint={
              how === 'orders_held'
                ? 'Read by the creators of these orders, too.'
                : 'Shown beside the month and in the audit log.'
            }
          />
        )}
      </form>
    </Dialog>
  )
}
