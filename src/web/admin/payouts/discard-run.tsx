import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { ReasonField, useReason } from '../parts/dialog-parts.tsx'
import { useChange } from '../parts/use-change.ts'
import { refreshPayouts } from './payout-queries.ts'

type DiscardRunProps = { id: string; onClose: () => void }

/** The dialog that discards a draft, with a reason. Load it lazily, as every dialog. */
export default function DiscardRun({ id, onClose }: DiscardRunProps) {
  const { api, isBusy, change } = useChange(refreshPayouts)
  const reason = useReason(`payout ${id}`, async (text) => {
    const isDone = await change(
      () => api('POST /api/v1/admin/payout-runs/:id/discard', { params: { id }, body: { reason: text } }),
      { success: 'Draft discarded', failure: 'Could not discard the draft' },
    )
    if (isDone) onClose()
    return isDone
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Discard this draft?"
      dismissable={!isBusy}
      foot={
        <DialogFoot form={reason.formId} confirm="Discard" tone="danger" isBusy={isBusy} onCancel={onClose} />
      }
    >
      <p className="text-small text-ink-2">Nothing of it is booked. Another payout can be drafted then.</p>
      <form id={reason.formId} noValidate onSubmit={reason.submit}>
        <ReasonField reason={reason} />
      </form>
    </Dialog>
  )
}
