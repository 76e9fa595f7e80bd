import { useState } from 'react'
import { usdText } from '../../format/money-text.ts'
import { RadioCards } from '../../ui/form/choice.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { nameOf } from '../parts/texts.ts'
import { useChange } from '../parts/use-change.ts'
import { type AskedDebt, type CreatorBalance, refreshMoney } from './creator-queries.ts'

type AnswerDebtProps = { of: CreatorBalance['creator']; debt: AskedDebt; onClose: () => void }

const texts = { success: 'Answered', failure: 'Could not answer' }

/**
 * The dialog that says whether a creator owes what somebody owed who has left
 * (docs/product/payouts.md#leaving-with-a-debt). Load it lazily, as every dialog.
 */
export default function AnswerDebt({ of, debt, onClose }: AnswerDebtProps) {
  const { api, isBusy, change } = useChange(refreshMoney)
  const [answer, setAnswer] = useState<'theirs' | 'others'>('others')
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
  ] as const
  const send = (reason: string) =>
    change(
      () =>
        api('POST /api/v1/admin/payees/:id/debts', {
          params: { id: of.payee_id },
          body: { former_id: debt.payee_id, is_theirs: answer === 'theirs', amount: debt.amount, reason },
        }),
      texts,
    )
  return (
    <ReasonDialog
      title="Whose debt is it?"
      confirm="Answer"
      subject={`debt ${debt.payee_id} ${of.payee_id}`}
      send={send}
      isBusy={isBusy}
      isFirst={false}
      fields={<RadioCards legend="Whose" options={options} value={answer} onChange={setAnswer} />}
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        {debt.former && nameOf({ username: null, former: debt.former })}, owes {usdText(debt.amount)}. That
        the payout account is the same does not prove that the person is.
      </p>
    </ReasonDialog>
  )
}
