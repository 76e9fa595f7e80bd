import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { TrackingId } from '../answers.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'

type RemoveTrackingIdProps = { tracking: TrackingId; onClose: () => void }

/** Asks before removing a tracking id that was entered by mistake. */
export default function RemoveTrackingId({ tracking: { id, tag }, onClose }: RemoveTrackingIdProps) {
  const remove = useAdminAct({
    send: (api) => api('DELETE /api/v1/admin/tracking-ids/:id', { params: { id } }),
    after: onClose,
    done: 'Tracking ID removed',
    failed: 'Could not remove the tracking ID',
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void remove.run()}
      title="Remove this tracking ID?"
      description="It is removed as if it had never been entered, and its orders are matched again. If it was theirs until now, end it instead."
      confirmLabel="Remove"
      busy={remove.isBusy}
    >
      <p className="text-small font-semibold break-all">{tag}</p>
    </ConfirmDialog>
  )
}
