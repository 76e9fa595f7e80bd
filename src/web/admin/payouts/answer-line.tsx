import { useRef, useState } from 'react'
import { usdText } from '../../format/money-text.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ExactInput } from '../parts/dialog-parts.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { dollarsOf, nameOf } from '../parts/texts.ts'
import { useChange } from '../parts/use-change.ts'
import { type Line, refreshPayouts } from './payout-queries.ts'

type Choice = 'paid' | 'not_paid' | 'part'
type AnswerLineProps = { line: Line; onClose: () => void }

/** The dialog in which an admin says how much of a payout was paid. Load it lazily, as every dialog. */
export default function AnswerLine({ line, onClose }: AnswerLineProps) {
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, change } = useChange(refreshPayouts, form)
  const [choice, setChoice] = useState<Choice | null>(null)
  const [amount, setAmount] = useState('')
  /** Takes whether more than the payout is right, while that is asked. */
  const [asked, setAsked] = useState<((isRight: boolean) => void) | null>(null)
  const { id, reference, username, answers, attention } = line

  async function send(note: string): Promise<boolean> {
    if (!choice) {
      show({ choice: 'Please choose one' })
      return false
    }
    const paid = choice === 'paid' ? line.amount : choice === 'not_paid' ? 0 : dollarsOf(amount)
    if (!(paid >= 0)) {
      show({ paid: 'Please enter an amount in US dollars' })
      return false
    }
    if (paid > line.amount && !(await isRight())) return false
    const body = { paid, note, answers, seen: attention.map((said) => said.id) }
    return change(() => api('POST /api/v1/admin/payout-lines/:id/answer', { params: { id }, body }), {
      success: 'Answer noted',
      failure: 'Could not note the answer',
    })
  }

  const isRight = () => new Promise<boolean>((answer) => setAsked(() => answer))
  function close(isRight: boolean) {
    asked?.(isRight)
    setAsked(null)
  }

  return (
    <ReasonDialog
      title="How much was paid?"
      confirm="Save"
      subject={`answer ${id}`}
      send={send}
      isBusy={isBusy}
      form={form}
      isFirst={false}
      hint="Where you saw it. Other admins read it."
      onClose={onClose}
      fields={
        <>
          <RadioCards
            legend="Paid in all"
            options={[
              { value: 'paid', label: `All of it, ${usdText(line.amount)}` },
              { value: 'not_paid', label: 'Nothing', hint: 'It is in the creator’s balance then.' },
              {
                value: 'part',
                label: 'Another amount',
                hint: 'What differs is added to the ledger.',
              },
            ]}
            value={choice}
            {...(problems.choice && { error: problems.choice })}
            onChange={setChoice}
          />
          {choice === 'part' && (
            <Field label="Amount" hint="In US dollars, of all payments together." error={problems.paid}>
              <ExactInput
                name="paid"
                inputMode="decimal"
                maxLength={20}
                value={amount}
                onChange={({ target }) => setAmount(target.value)}
              />
            </Field>
          )}
        </>
      }
    >
      <p className="num text-small text-ink-2">
        {usdText(line.amount)} to {nameOf({ username })}, {reference}
      </p>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => close(false)}
        onConfirm={() => close(true)}
        title="Was more paid?"
        description={`${usdText(dollarsOf(amount))} is more than the payout of ${usdText(line.amount)}. The rest is taken from what ${nameOf({ username })} earns next.`}
        confirmLabel="It is right"
        tone="primary"
      />
    </ReasonDialog>
  )
}
