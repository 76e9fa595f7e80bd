import { ReasonDialog } from '../parts/reason-dialog.tsx'

type EndHoldProps = {
  id: string
  /** What is held, in words. */
  of: string
  onClose: () => void
}

/** The dialog that ends a hold, with a reason for other admins. */
export default function EndHold({ id, of, onClose }: EndHoldProps) {
  return (
    <ReasonDialog
      title="End this hold?"
      confirm="End hold"
      subject={`end hold ${id}`}
      send={(api, body) => api('POST /api/v1/admin/holds/:id/end', { params: { id }, body })}
      done="Hold ended"
      failed="Could not end the hold"
      onClose={onClose}
    >
      <p className="text-small text-pretty break-words text-ink-2">
        What is posted of {of} is paid out with the next payout, unless another hold applies.
      </p>
    </ReasonDialog>
  )
}
