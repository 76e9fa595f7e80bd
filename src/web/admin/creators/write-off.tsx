import { usdText } from '../../format/money-text.ts'
import type { CreatorBalance } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { nameOf } from '../parts/texts.ts'

type WriteOffProps = { of: CreatorBalance['creator']; owed: number; onClose: () => void }

/**
 * The dialog that has the platform bear what somebody owes who has left
 * (docs/product/payouts.md#leaving-with-a-debt).
 */
export default function WriteOff({ of, owed, onClose }: WriteOffProps) {
  return (
    <ReasonDialog
      title={`Write off ${usdText(owed)}?`}
      confirm="Write off"
      subject={`write off ${of.payee_id}`}
      send={(api, { reason }) =>
        api('POST /api/v1/admin/payees/:id/write-off', {
          params: { id: of.payee_id },
          body: { amount: owed, reason },
        })
      }
      done="Written off"
      failed="Could not write it off"
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        {nameOf(of)}, owes this, and the platform bears it. It is possible 90 days after they left and after
        their last change.
      </p>
    </ReasonDialog>
  )
}
