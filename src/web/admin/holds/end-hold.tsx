import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useChange } from '../parts/use-change.ts'

type EndHoldProps = {
  id: string
  /** What is held, in words. */
  of: string
  onClose: () => void
}

const texts = { success: 'Hold ended', failure: 'Could not end the hold' }

/** The dialog that ends a hold, with a reason for other admins. Load it lazily, as every dialog. */
export default function EndHold({ id, of, onClose }: EndHoldProps) {
  const { api, isBusy, change } = useChange()
  const send = (reason: string) =>
    change(() => api('POST /api/v1/admin/holds/:id/end', { params: { id }, body: { reason } }), texts)
  return (
    <ReasonDialog
      title="End this hold?"
      confirm="End hold"
      subject={`end hold ${id}`}
      send={send}
      isBusy={isBusy}
      onClose={onClose}
    >
      <p className="text-small text-pretty break-words text-ink-2">
        What is posted of {of} is paid out with the next payout, unless another hold stands.
      </p>
    </ReasonDialog>
  )
}
