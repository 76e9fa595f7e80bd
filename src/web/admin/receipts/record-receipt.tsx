import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react'
import { currencyName } from '../../../shared/amazon/currencies.ts'
import { currencyOf } from '../../../shared/amazon/marketplaces.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ExactInput, useTabDraft } from '../parts/dialog-parts.tsx'
import { MarketplaceField } from '../parts/marketplace-field.tsx'
import { useChange } from '../parts/use-change.ts'
import { refreshReceipts } from './receipt-queries.ts'
import { TransferLines } from './transfer-lines.tsx'
import { bodyOf, emptyTransfer, missing, type TypedTransfer } from './typed-transfer.ts'

type RecordReceiptProps = { onClose: () => void }
type Question = { id: string; text: string }

/** The dialog that records a transfer of Amazon's with its lines. Load it lazily, as every dialog. */
export default function RecordReceipt({ onClose }: RecordReceiptProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, change } = useChange(refreshReceipts, form)
  const withKey = useIdempotencyKey()
  const [typed, setTyped, forget] = useTabDraft<TypedTransfer>('transfer', emptyTransfer)
  const [questions, setQuestions] = useState<Question[]>([])
  const currency = currencyOf(typed.marketplace)

  async function send(confirmed: string[]) {
    setQuestions([])
    const found = missing(typed)
    if (Object.keys(found).length > 0) return show(found)
    const body = bodyOf(typed, confirmed)
    const record = () =>
      withKey(JSON.stringify(body), (idempotencyKey) =>
        api('POST /api/v1/admin/receipts', { body }, { idempotencyKey }),
      )
    const texts = { success: 'Receipt recorded', failure: 'Could not record the receipt' }
    const isDone = await change(record, texts, ({ details }) =>
      setQuestions((details as { questions: Question[] }).questions),
    )
    if (!isDone) return
    forget()
    onClose()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void send([])
  }

  const input = (name: 'amount' | 'usd' | 'received_on' | 'reference', more: ComponentProps<'input'>) => (
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
          <Field label="Amount" hint={`In ${currencyName(currency)}.`} error={problems.amount}>
            {input('amount', { inputMode: 'decimal', maxLength: 20 })}
          </Field>
          {currency !== 'USD' && (
            <Field label="In US dollars" hint="What came to the account." error={problems.usd}>
              {input('usd', { inputMode: 'decimal', maxLength: 20 })}
            </Field>
          )}
          <Field label="Received on" error={problems.received_on}>
            {input('received_on', { type: 'date' })}
          </Field>
        </div>
        <Field
          label="Reference"
          hint="The payment’s own, so that none is recorded twice."
          error={problems.reference}
        >
          {input('reference', { maxLength: 100 })}
        </Field>
        <TransferLines
          typed={typed}
          problems={problems}
          onChange={(lines) => setTyped({ ...typed, lines })}
        />
      </form>
      <ConfirmDialog
        open={questions.length > 0}
        onClose={() => setQuestions([])}
        onConfirm={() => void send(questions.map(({ id }) => id))}
        title="Is this right?"
        description="Please look at it once more."
        confirmLabel="It is right"
        tone="primary"
      >
        <ul aria-label="Questions" className="num stack gap-2 text-small font-semibold">
          {questions.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </Dialog>
  )
}
