import { useState } from 'react'
import { usdText } from '../../format/money-text.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { RadioField } from '../../ui/form/radio-field.tsx'
import type { PayoutLine } from '../answers.ts'
import { ExactInput } from '../parts/exact-input.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { dollarsOf, nameOf } from '../parts/texts.ts'

type AnswerLineProps = { line: PayoutLine; onClose: () => void }

/** More than the payout was typed by mistake. */
const notRight = new Error('Not sent')

const isAmount = (typed: string) => dollarsOf(typed) >= 0 || 'Please enter an amount in US dollars'

/** The dialog in which an admin says how much of a payout was paid. */
export default function AnswerLine({ line, onClose }: AnswerLineProps) {
  const { id, reference, username, answers, attention } = line
  /** The amount above the payout's that is being asked about, and who waits for the answer. */
  const [asked, setAsked] = useState<{ paid: number; answer: (isRight: boolean) => void } | null>(null)
  const isRight = (paid: number) => new Promise<boolean>((answer) => setAsked({ paid, answer }))
  function close(isRight: boolean) {
    asked?.answer(isRight)
    setAsked(null)
  }
  return (
    <ReasonDialog<{ choice: 'paid' | 'not_paid' | 'part' | null; paid: string }>
      title="How much was paid?"
      confirm="Save"
      subject={`answer ${id}`}
      start={{ choice: null, paid: '' }}
      send={async (api, { choice, paid: typed, reason: note }) => {
        const paid = choice === 'paid' ? line.amount : choice === 'not_paid' ? 0 : dollarsOf(typed)
        if (paid > line.amount && !(await isRight(paid))) throw notRight
        const body = { paid, note, answers, seen: attention.map((said) => said.id) }
        return api('POST /api/v1/admin/payout-lines/:id/answer', { params: { id }, body })
      }}
      done="Answer noted"
      failed="Could not note the answer"
      onRefused={(error) => error === notRight}
      beside={
        <ConfirmDialog
          open={asked !== null}
          onClose={() => close(false)}
          onConfirm={() => close(true)}
          title="Was more paid?"
          description={`${usdText(asked?.paid ?? 0)} is more than the payout of ${usdText(line.amount)}. The rest is taken from what ${nameOf({ username })} earns next.`}
          confirmLabel="It is right"
          tone="primary"
        />
      }
      isFirst={false}
      hint="Where you saw it. Other admins read it."
      onClose={onClose}
      fields={({ control, register, problem, watch }) => (
        <>
          <RadioField
            control={control}
            name="choice"
            required="Please choose one"
            legend="Paid in all"
            options={[
              { value: 'paid', label: `All of it, ${usdText(line.amount)}` },
              { value: 'not_paid', label: 'Nothing', hint: 'It is in the creator’s balance then.' },
              {
                value: 'part',
                label: 'Another amount',
                hint: 'The difference is added to the ledger.',
              },
            ]}
          />
          {watch('choice') === 'part' && (
            <Field label="Amount" hint="In US dollars, of all payments together." error={problem('paid')}>
              <ExactInput {...register('paid', { validate: isAmount })} inputMode="decimal" maxLength={20} />
            </Field>
          )}
        </>
      )}
    >
      <p className="num text-small text-ink-2">
        {usdText(line.amount)} to {nameOf({ username })}, {reference}
      </p>
    </ReasonDialog>
  )
}
