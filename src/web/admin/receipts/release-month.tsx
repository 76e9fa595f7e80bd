import { type FormEvent, useRef, useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../earnings/when-text.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { ReasonField, useReason } from '../parts/dialog-parts.tsx'
import { useChange } from '../parts/use-change.ts'
import { type ReconciledMonth, refreshReceipts } from './receipt-queries.ts'

type ReleaseMonthProps = { month: ReconciledMonth; onClose: () => void }

const release = 'POST /api/v1/admin/months/:marketplace/:month/release' as const
const texts = { success: 'Month released', failure: 'Could not release the month' }

/**
 * The dialog that lets a month count as posted, and asks what explains a shortfall
 * (docs/product/payouts.md#releases). Load it lazily, as every dialog.
 */
export default function ReleaseMonth({ month: of, onClose }: ReleaseMonthProps) {
  const { marketplace, month, currency, difference } = of
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, change } = useChange(refreshReceipts, form)
  const [how, setHow] = useState<'orders_held' | 'platform'>('orders_held')
  const [orders, setOrders] = useState('')
  const isShort = difference < 0
  const params = { marketplace, month }
  const send = async (body: Parameters<typeof api<typeof release>>[1]['body']) => {
    const isDone = await change(() => api(release, { params, body }), texts)
    if (isDone) onClose()
    return isDone
  }
  const reason = useReason(`release ${month} ${marketplace}`, async (text) => {
    if (how === 'platform') return send({ how, reason: text })
    const order_item_ids = orders.split(/[\s,]+/).filter(Boolean)
    if (order_item_ids.length > 0) return send({ how, order_item_ids, reason: text })
    show({ order_item_ids: 'Please name an order' })
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
            Amazon has paid <b className="num font-semibold text-ink">{moneyText(-difference, currency)}</b>{' '}
            less than was reported.
          </>
        )}
      </p>
      <form ref={form} id={reason.formId} noValidate onSubmit={submit} className="stack gap-5">
        {isShort && (
          <>
            <RadioCards
              legend="What is missing"
              value={how}
              onChange={setHow}
              options={[
                {
                  value: 'orders_held',
                  label: 'Hold the orders that Amazon did not pay',
                  hint: 'They count as posted, but their creators are not paid for them until the hold ends.',
                },
                {
                  value: 'platform',
                  label: 'Book it to the platform’s share',
                  hint: 'Every creator is paid in full.',
                },
              ]}
            />
            {how === 'orders_held' && (
              <Field label="Orders" hint="Their ids, one a line." error={problems.order_item_ids}>
                <TextArea
                  name="order_item_ids"
                  value={orders}
                  spellCheck={false}
                  onChange={({ target }) => setOrders(target.value)}
                />
              </Field>
            )}
            <ReasonField
              reason={reason}
              isFirst={false}
              hint={
                how === 'orders_held'
                  ? 'Read by the creators of these orders, too.'
                  : 'Shown beside the month and in the audit log.'
              }
            />
          </>
        )}
      </form>
    </Dialog>
  )
}
