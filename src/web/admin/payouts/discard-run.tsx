import { ReasonDialog } from '../parts/reason-dialog.tsx'

type DiscardRunProps = { id: string; onClose: () => void }

/** The dialog that discards a draft, with a reason. */
export default function DiscardRun({ id, onClose }: DiscardRunProps) {
  return (
    <ReasonDialog
      title="Discard this draft?"
      confirm="Discard"
      tone="danger"
      subject={`payout ${id}`}
      send={(api, body) => api('POST /api/v1/admin/payout-runs/:id/discard', { params: { id }, body })}
      done="Draft discarded"
      failed="Could not discard the draft"
      onClose={onClose}
    >
      <p className="text-small text-ink-2">Nothing of it is booked. Another payout can then be drafted.</p>
    </ReasonDialog>
  )
}
