import { type ComponentProps, useState } from 'react'
import { currencyName } from '../../../shared/amazon/currencies.ts'
import { currencyOf } from '../../../shared/amazon/marketplaces.ts'
import { onQuestion } from '../../api/use-act.ts'
import { filled, useActForm } from '../../api/use-act-form.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ExactInput } from '../parts/exact-input.tsx'
import { MarketplaceField } from '../parts/marketplace-field.tsx'
import { useAdminAct } from '../parts/use-admin-act.ts'
import { TransferLines } from './transfer-lines.tsx'
import { amountOf, bodyOf, emptyTransfer, type TypedTransfer } from './typed-transfer.ts'

type RecordReceiptProps = { onClose: () => void }
type Question = { id: string; text: string }

const positive = (typed: string) => amountOf(typed) > 0

/** The dialog that records a transfer of Amazon's with its lines. */
export default function RecordReceipt({ onClose }: RecordReceiptProps) {
  const [questions, setQuestions] = useState<Question[]>([])
  const form = useActForm(
    useAdminAct({
      send: (api, typed: TypedTransfer, extras) => {
        const confirmed = questions.map(({ id }) => id)
        return api('POST /api/v1/admin/receipts', { body: bodyOf(typed, confirmed) }, extras)
      },
      done: 'Receipt recorded',
      failed: 'Could not record the receipt',
      onRefused: onQuestion((asked: { questions: Question[] }) => setQuestions(asked.questions)),
    }),
    { start: emptyTransfer, draft: 'transfer', onDone: onClose },
  )
  const { register, problem, watch } = form
  const currency = currencyOf(watch('marketplace'))
  const amount = { inputMode: 'decimal', maxLength: 20, required: true } satisfies ComponentProps<'input'>
  return (
    <FormDialog
      title="Record a receipt"
      confirm="Record"
      form={form}
      beside={
        <ConfirmDialog
          open={questions.length > 0}
          onClose={() => setQuestions([])}
          onConfirm={form.submit}
          title="Is this right?"
          description="Please look at it once more."
          confirmLabel="It is right"
          tone="primary"
          busy={form.isBusy}
        >
          <ul aria-label="Questions" className="num stack gap-2 text-small font-semibold">
            {questions.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </ConfirmDialog>
      }
      onClose={onClose}
    >
      <MarketplaceField {...register('marketplace')} error={problem('marketplace')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Amount" hint={`In ${currencyName(currency)}.`} error={problem('amount')}>
          <ExactInput
            {...register('amount', {
              validate: (typed) => positive(typed) || `Please enter an amount in ${currencyName(currency)}`,
            })}
            {...amount}
          />
        </Field>
        {currency !== 'USD' && (
          <Field label="In US dollars" hint="What came to the account." error={problem('usd')}>
            <ExactInput
              {...register('usd', {
                validate: (typed) => positive(typed) || 'Please enter an amount in US dollars',
              })}
              {...amount}
            />
          </Field>
        )}
        <Field label="Received on" error={problem('received_on')}>
          <ExactInput
            {...register('received_on', { required: 'Please choose a day' })}
            type="date"
            required
          />
        </Field>
      </div>
      <Field
        label="Reference"
        hint="The payment’s own reference, so that none is recorded twice."
        error={problem('reference')}
      >
        <ExactInput {...register('reference', filled('Please enter a reference'))} required maxLength={100} />
      </Field>
      <TransferLines form={form} />
    </FormDialog>
  )
}
