import { nextPayoutStates, type PayoutResult } from '../../../shared/payouts/states.ts'
import { filled, useActForm } from '../../api/use-act-form.ts'
import { stateTexts } from '../../earnings/payouts/payout-texts.ts'
import { usdText } from '../../format/money-text.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { RadioField } from '../../ui/form/radio-field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import type { PayoutLine } from '../answers.ts'
import { ExactInput } from '../parts/exact-input.tsx'
import { nameOf } from '../parts/texts.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'

const hints: Record<PayoutResult, string> = {
  sent: 'The provider has it.',
  paid: 'It has arrived. The creator gets a mail.',
  failed: 'It goes back to the creator’s balance.',
  returned: 'It goes back to the creator’s balance.',
  cancelling: 'It leaves the file. Its money stays out until you have seen that it was not paid.',
  cancelled: 'It was not paid, and goes back to the balance.',
}

type LineResultProps = { line: PayoutLine; onClose: () => void }
type Typed = { state: PayoutResult | null; seen_unpaid: string; reason: string; provider_reference: string }

/** The dialog that notes the result of a payout. */
export default function LineResult({ line, onClose }: LineResultProps) {
  const { id, state: from, reference, amount, username, is_handed } = line
  const isBack = (state: Typed['state']) => state !== null && !['sent', 'paid'].includes(state)
  const wantsSeen = (state: Typed['state']) => state === 'cancelled' && is_handed
  const form = useActForm(
    useAdminAct({
      send: (api, { state, ...typed }: Typed) => {
        const [seen_unpaid, reason] = [typed.seen_unpaid.trim(), typed.reason.trim()]
        const provider_reference = typed.provider_reference.trim()
        return api('POST /api/v1/admin/payout-lines/:id/result', {
          params: { id },
          body: {
            ...{ from, state: state as PayoutResult },
            ...(wantsSeen(state) && { seen_unpaid }),
            ...(isBack(state) && reason && { reason }),
            ...(provider_reference && { provider_reference }),
          },
        })
      },
      done: 'Result noted',
      failed: 'Could not note the result',
    }),
    { start: { state: null, seen_unpaid: '', reason: '', provider_reference: '' }, onDone: onClose },
  )
  const { control, register, problem, watch } = form
  const result = watch('state')
  // An approved payout can only be cancelled in one way.
  const left = from === 'approved' && (is_handed ? 'cancelled' : 'cancelling')
  return (
    <FormDialog title={`What is the result of ${reference}?`} confirm="Save" form={form} onClose={onClose}>
      <p className="num text-small text-ink-2">
        {usdText(amount)} to {nameOf({ username })}
      </p>
      <RadioField
        control={control}
        name="state"
        required="Please choose one"
        legend="Result"
        options={(nextPayoutStates[from] ?? [])
          .filter((value) => value !== left)
          .map((value) => ({ value, label: stateTexts[value].text, hint: hints[value] }))}
      />
      {wantsSeen(result) && (
        <Field
          label="Where did you see it unpaid?"
          hint="At the provider: a file with it was downloaded. Other admins read it."
          error={problem('seen_unpaid')}
        >
          <TextArea {...register('seen_unpaid', filled('Please say where you saw it'))} maxLength={500} />
        </Field>
      )}
      {isBack(result) && (
        <Field label="Reason" hint="The creator reads it beside the payout." error={problem('reason')}>
          <TextArea {...register('reason')} maxLength={500} />
        </Field>
      )}
      <Field
        label="Payment"
        hint="What the provider calls it, if you want to find it again."
        error={problem('provider_reference')}
      >
        <ExactInput {...register('provider_reference')} maxLength={100} />
      </Field>
    </FormDialog>
  )
}
