import { Field } from '../../ui/form/field.tsx'
import { ExactInput } from '../parts/exact-input.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { dollarsOf } from '../parts/texts.ts'

type AdjustBalanceProps = { username: string; onClose: () => void }

// Neither nothing nor something else than a number.
const isAmount = (typed: string) => Boolean(dollarsOf(typed)) || 'Please enter an amount in US dollars'

/** The dialog that adds to a creator's balance or takes from it (docs/product/payouts.md#adjustments-by-hand). */
export default function AdjustBalance({ username, onClose }: AdjustBalanceProps) {
  return (
    <ReasonDialog
      title={`Adjust what ${username.startsWith('#') ? `payee ${username.slice(1)}` : `@${username}`} has?`}
      confirm="Adjust"
      subject={`adjust ${username}`}
      start={{ amount: '' }}
      send={(api, { amount, reason }, extras) =>
        api(
          'POST /api/v1/admin/adjustments',
          { body: { username, amount: dollarsOf(amount), reason } },
          extras,
        )
      }
      done="Balance adjusted"
      failed="Could not adjust the balance"
      hint="The creator reads it beside the row in their ledger."
      isFirst={false}
      fields={({ register, problem }) => (
        <Field
          label="Amount"
          hint="In US dollars. With a minus it is taken from them."
          error={problem('amount')}
        >
          <ExactInput
            {...register('amount', { validate: isAmount })}
            required
            maxLength={20}
            data-autofocus=""
          />
        </Field>
      )}
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        It is a row of its own in their ledger, posted at once. Only another adjustment can take it back.
      </p>
    </ReasonDialog>
  )
}
