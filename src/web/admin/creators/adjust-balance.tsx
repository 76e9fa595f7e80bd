import { useRef, useState } from 'react'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { Field } from '../../ui/form/field.tsx'
import { ExactInput } from '../parts/dialog-parts.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { dollarsOf } from '../parts/texts.ts'
import { useChange } from '../parts/use-change.ts'

type AdjustBalanceProps = { username: string; onClose: () => void }

const texts = { success: 'Balance adjusted', failure: 'Could not adjust the balance' }

/**
 * The dialog that adds to a creator's balance or takes from it (docs/product/payouts.md#adjustments-by-hand). Load it
 * lazily, as every dialog.
 */
export default function AdjustBalance({ username, onClose }: AdjustBalanceProps) {
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, change } = useChange(form)
  const withKey = useIdempotencyKey()
  const [typed, setTyped] = useState('')

  async function send(reason: string): Promise<boolean> {
    const amount = dollarsOf(typed)
    if (Number.isNaN(amount) || amount === 0) {
      show({ amount: 'Please enter an amount in US dollars' })
      return false
    }
    const body = { username, amount, reason }
    const make = () =>
      withKey(JSON.stringify(body), (idempotencyKey) =>
        api('POST /api/v1/admin/adjustments', { body }, { idempotencyKey }),
      )
    return change(make, texts)
  }

  return (
    <ReasonDialog
      title={`Adjust what ${username.startsWith('#') ? `payee ${username.slice(1)}` : `@${username}`} has?`}
      confirm="Adjust"
      subject={`adjust ${username}`}
      send={send}
      isBusy={isBusy}
      hint="The creator reads it beside the row in their ledger."
      isFirst={false}
      form={form}
      fields={
        <Field label="Amount" hint="In US dollars. With a minus it is taken." error={problems.amount}>
          <ExactInput
            name="amount"
            value={typed}
            required
            maxLength={20}
            data-autofocus=""
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      }
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        A row of its own in their ledger, posted at once. It cannot be taken back but by another one.
      </p>
    </ReasonDialog>
  )
}
