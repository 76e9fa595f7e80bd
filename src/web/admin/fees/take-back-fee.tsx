import { dayText } from '../../format/when-text.ts'
import type { Fee } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useChange } from '../parts/use-change.ts'

type TakeBackFeeProps = { fee: Fee; onClose: () => void }

const texts = { success: 'Fee taken back', failure: 'Could not take it back' }

/** The dialog that takes back a fee that has not begun. Load it lazily, as every dialog. */
export default function TakeBackFee({ fee: { id, from }, onClose }: TakeBackFeeProps) {
  const { api, isBusy, change } = useChange()
  const send = (reason: string) =>
    change(() => api('POST /api/v1/admin/fees/:id/take-back', { params: { id }, body: { reason } }), texts)
  return (
    <ReasonDialog
      title="Take back this fee?"
      confirm="Take back"
      subject={`take back fee ${id}`}
      send={send}
      isBusy={isBusy}
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        It does not begin{from && ` on ${dayText(from)}`}. Whoever was told of it is told so.
      </p>
    </ReasonDialog>
  )
}
