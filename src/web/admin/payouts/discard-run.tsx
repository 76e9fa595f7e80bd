import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useChange } from '../parts/use-change.ts'

type DiscardRunProps = { id: string; onClose: () => void }

const texts = { success: 'Draft discarded', failure: 'Could not discard the draft' }

/** The dialog that discards a draft, with a reason. Load it lazily, as every dialog. */
export default function DiscardRun({ id, onClose }: DiscardRunProps) {
  const { api, isBusy, change } = useChange()
  const send = (reason: string) =>
    change(
      () => api('POST /api/v1/admin/payout-runs/:id/discard', { params: { id }, body: { reason } }),
      texts,
    )
  return (
    <ReasonDialog
      title="Discard this draft?"
      confirm="Discard"
      tone="danger"
      subject={`payout ${id}`}
      send={send}
      isBusy={isBusy}
      onClose={onClose}
    >
      <p className="text-small text-ink-2">Nothing of it is booked. Another payout can be drafted then.</p>
    </ReasonDialog>
  )
}
