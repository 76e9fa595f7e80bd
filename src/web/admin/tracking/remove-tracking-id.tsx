import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { TrackingId } from '../answers.ts'
import { useChange } from '../parts/use-change.ts'

type RemoveTrackingIdProps = { tracking: TrackingId; onClose: () => void }

/** Asks before removing a tracking id that was entered by mistake. Load it lazily, as every dialog. */
export default function RemoveTrackingId({ tracking, onClose }: RemoveTrackingIdProps) {
  const { api, isBusy, change } = useChange()

  async function remove() {
    const isDone = await change(
      () => api('DELETE /api/v1/admin/tracking-ids/:id', { params: { id: tracking.id } }),
      { success: 'Tracking ID removed', failure: 'Could not remove the tracking ID' },
    )
    if (isDone) onClose()
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void remove()}
      title="Remove this tracking ID?"
      description="It will be as if it had never been entered, and its orders are matched again. If it only is no longer theirs, end it instead."
      confirmLabel="Remove"
      busy={isBusy}
    >
      <p className="text-small font-semibold break-all">{tracking.tag}</p>
    </ConfirmDialog>
  )
}
