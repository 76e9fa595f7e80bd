import { usdText } from '../../format/money-text.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { nameOf } from '../parts/texts.ts'
import { useChange } from '../parts/use-change.ts'
import { type CreatorBalance, refreshMoney } from './creator-queries.ts'

type WriteOffProps = { of: CreatorBalance['creator']; owed: number; onClose: () => void }

const texts = { success: 'Written off', failure: 'Could not write it off' }

/**
 * The dialog that has the platform bear what somebody owes who has left (docs/product/payouts.md#leaving-with-a-debt).
 * Load it lazily, as every dialog.
 */
export default function WriteOff({ of, owed, onClose }: WriteOffProps) {
  const { api, isBusy, change } = useChange(refreshMoney)
  const asked = (reason: string) => ({ params: { id: of.payee_id }, body: { amount: owed, reason } })
  const send = (reason: string) =>
    change(() => api('POST /api/v1/admin/payees/:id/write-off', asked(reason)), texts)
  return (
    <ReasonDialog
      title={`Write off ${usdText(owed)}?`}
      confirm="Write off"
      subject={`write off ${of.payee_id}`}
      send={send}
      isBusy={isBusy}
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        {nameOf(of)}, owes this, and the platform bears it. It takes 90 days since they left, and since
        anything of theirs last changed.
      </p>
    </ReasonDialog>
  )
}
