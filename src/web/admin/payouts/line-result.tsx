import { type FormEvent, useId, useState } from 'react'
import { nextPayoutStates, type PayoutResult } from '../../../shared/payouts/states.ts'
import { stateTexts } from '../../earnings/payouts/payout-texts.ts'
import { usdText } from '../../format/money-text.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import type { PayoutLine } from '../answers.ts'
import { ExactInput } from '../parts/dialog-parts.tsx'
import { nameOf } from '../parts/texts.ts'
import { useChange } from '../parts/use-change.ts'

const hints: Record<PayoutResult, string> = {
  sent: 'The provider has it.',
  paid: 'It has arrived. The creator gets a mail.',
  failed: 'It goes back to the creator’s balance.',
  returned: 'It goes back to the creator’s balance.',
  cancelling: 'It leaves the file. Its money stays out until you have seen that it was not paid.',
  cancelled: 'It was not paid, and goes back to the balance.',
}

type LineResultProps = { line: PayoutLine; onClose: () => void }

/** The dialog that says what became of a payout. Load it lazily, as every dialog. */
export default function LineResult({ line, onClose }: LineResultProps) {
  const formId = useId()
  const { api, isBusy, problems, show, change } = useChange()
  const [result, setResult] = useState<PayoutResult | null>(null)
  const [reason, setReason] = useState('')
  const [payment, setPayment] = useState('')
  const [seen, setSeen] = useState('')
  const [problem, setProblem] = useState<string>()
  const { id, state: from, reference, amount, username, is_handed } = line
  const isBack = result !== null && !['sent', 'paid'].includes(result)
  const wantsSeen = result === 'cancelled' && is_handed
  // Of an approved one only one way of cancelling is open.
  const left = from === 'approved' && (is_handed ? 'cancelled' : 'cancelling')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!result) return setProblem('Please choose one')
    if (wantsSeen && !seen.trim()) return show({ seen_unpaid: 'Please say where you saw it' })
    const body = {
      ...{ from, state: result },
      ...(wantsSeen && { seen_unpaid: seen.trim() }),
      ...(isBack && reason.trim() && { reason: reason.trim() }),
      ...(payment.trim() && { provider_reference: payment.trim() }),
    }
    const send = () => api('POST /api/v1/admin/payout-lines/:id/result', { params: { id }, body })
    if (await change(send, { success: 'Result noted', failure: 'Could not note the result' })) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`What became of ${reference}?`}
      dismissable={!isBusy}
      foot={<DialogFoot form={formId} confirm="Save" isBusy={isBusy} onCancel={onClose} />}
    >
      <p className="num text-small text-ink-2">
        {usdText(amount)} to {nameOf({ username })}
      </p>
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="stack gap-5">
        <RadioCards
          legend="Result"
          options={(nextPayoutStates[from] ?? [])
            .filter((value) => value !== left)
            .map((value) => ({ value, label: stateTexts[value].text, hint: hints[value] }))}
          value={result}
          error={problem}
          onChange={setResult}
        />
        {wantsSeen && (
          <Field
            label="Where did you see it unpaid?"
            hint="At the provider: a file with it was downloaded. Other admins read it."
            error={problems.seen_unpaid}
          >
            <TextArea
              name="seen_unpaid"
              value={seen}
              maxLength={500}
              onChange={({ target }) => setSeen(target.value)}
            />
          </Field>
        )}
        {isBack && (
          <Field label="Reason" hint="The creator reads it beside the payout.">
            <TextArea value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
          </Field>
        )}
        <Field label="Payment" hint="What the provider calls it, if you want to find it again.">
          <ExactInput value={payment} maxLength={100} onChange={({ target }) => setPayment(target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
