import { usdText } from '../../format/money-text.ts'
import { RadioField } from '../../ui/form/radio-field.tsx'
import type { AskedDebt, CreatorBalance } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { nameOf } from '../parts/texts.ts'

type AnswerDebtProps = { of: CreatorBalance['creator']; debt: AskedDebt; onClose: () => void }

/**
 * The dialog that says whether a creator owes what somebody owed who has left
 * (docs/product/payouts.md#leaving-with-a-debt).
 */
export default function AnswerDebt({ of, debt, onClose }: AnswerDebtProps) {
  const options = [
    {
      value: 'others',
      label: 'Somebody else’s',
      hint: 'A household, say. Nobody is asked again about these two.',
    },
    {
      value: 'theirs',
      label: `It is ${nameOf(of)}’s`,
      hint: `${usdText(debt.amount)} is taken from their balance.`,
    },
  ]
  return (
    <ReasonDialog
      title="Whose debt is it?"
      confirm="Answer"
      subject={`debt ${debt.payee_id} ${of.payee_id}`}
      start={{ whose: 'others' }}
      send={(api, { whose, reason }) =>
        api('POST /api/v1/admin/payees/:id/debts', {
          params: { id: of.payee_id },
          body: { former_id: debt.payee_id, is_theirs: whose === 'theirs', amount: debt.amount, reason },
        })
      }
      done="Answered"
      failed="Could not answer"
      isFirst={false}
      fields={({ control }) => <RadioField control={control} name="whose" legend="Whose" options={options} />}
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        {debt.former && nameOf({ username: null, former: debt.former })}, owes {usdText(debt.amount)}. The
        same payout account does not prove that it is the same person.
      </p>
    </ReasonDialog>
  )
}
