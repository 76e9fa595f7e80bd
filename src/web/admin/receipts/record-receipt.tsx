import { type ComponentProps, type FormEvent, useId, useRef } from 'react'
import { useIdempotencyKey } from '../../idempotency-key.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ExactInput, useTabDraft } from '../parts/dialog-parts.tsx'
import { MarketplaceField } from '../parts/marketplace-field.tsx'
import { dollarsOf } from '../parts/texts.ts'
import { useChange } from '../parts/use-change.ts'
import { refreshReceipts } from './receipt-queries.ts'

type RecordReceiptProps = { onClose: () => void }

const empty = { marketplace: 'us', month: '', amount: '', received_on: '', reference: '' }
type Typed = typeof empty

function missing({ month, amount, received_on, reference }: Typed): Record<string, string> {
  return {
    ...(!/^\d{4}-\d{2}$/.test(month) && { month: 'Please enter a month such as 2026-11' }),
    ...(!(dollarsOf(amount) > 0) && { amount: 'Please enter an amount in US dollars' }),
    ...(!received_on && { received_on: 'Please choose a day' }),
    ...(!reference.trim() && { reference: 'Please enter a reference' }),
  }
}

/** The dialog that records what Amazon paid. Load it lazily, as every dialog. */
export default function RecordReceipt({ onClose }: RecordReceiptProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, change } = useChange(refreshReceipts, form)
  const withKey = useIdempotencyKey()
  const [typed, setTyped, forget] = useTabDraft('receipt', empty)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = missing(typed)
    if (Object.keys(found).length > 0) return show(found)
    const { marketplace, month, received_on } = typed
    const amount = dollarsOf(typed.amount)
    const body = { marketplace, month, amount, received_on, reference: typed.reference.trim() }
    const record = () =>
      withKey(JSON.stringify(body), (idempotencyKey) =>
        api('POST /api/v1/admin/receipts', { body }, { idempotencyKey }),
      )
    const isDone = await change(record, {
      success: 'Receipt recorded',
      failure: 'Could not record the receipt',
    })
    if (!isDone) return
    forget()
    onClose()
  }

  const input = (name: keyof Typed, more: ComponentProps<'input'>) => (
    <ExactInput
      {...more}
      name={name}
      value={typed[name]}
      required
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Record a receipt"
      dismissable={!isBusy}
      foot={<DialogFoot form={formId} confirm="Record" isBusy={isBusy} onCancel={onClose} />}
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="stack gap-5">
        <MarketplaceField
          value={typed.marketplace}
          error={problems.marketplace}
          onChange={(marketplace) => setTyped({ ...typed, marketplace })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Month" hint="In which people ordered." error={problems.month}>
            {input('month', { placeholder: '2026-09', inputMode: 'numeric', maxLength: 7 })}
          </Field>
          <Field label="Received on" error={problems.received_on}>
            {input('received_on', { type: 'date' })}
          </Field>
        </div>
        <Field label="Amount" hint="In US dollars." error={problems.amount}>
          {input('amount', { inputMode: 'decimal', maxLength: 20 })}
        </Field>
        <Field
          label="Reference"
          hint="The payment’s own, so that none is recorded twice."
          error={problems.reference}
        >
          {input('reference', { maxLength: 100 })}
        </Field>
      </form>
    </Dialog>
  )
}
