import { dayText } from '../../../shared/dates/date-text.ts'
import type { Fee } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'

type TakeBackFeeProps = { fee: Fee; onClose: () => void }

/** The dialog that takes back a fee that has not begun. */
export default function TakeBackFee({ fee: { id, from }, onClose }: TakeBackFeeProps) {
  return (
    <ReasonDialog
      title="Take back this fee?"
      confirm="Take back"
      subject={`take back fee ${id}`}
      send={(api, body) => api('POST /api/v1/admin/fees/:id/take-back', { params: { id }, body })}
      done="Fee taken back"
      failed="Could not take it back"
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        It does not begin{from && ` on ${dayText(from)}`}. The creators who were told of it get a mail.
      </p>
    </ReasonDialog>
  )
}
