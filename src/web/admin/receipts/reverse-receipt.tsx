import type { Transfer } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { transferText } from './transfer-list.tsx'

type ReverseReceiptProps = { transfer: Transfer; onClose: () => void }

/** The dialog that reverses a receipt, with a reason. */
export default function ReverseReceipt({ transfer, onClose }: ReverseReceiptProps) {
  const { id, reference } = transfer
  return (
    <ReasonDialog
      title="Reverse this receipt?"
      confirm="Reverse"
      tone="danger"
      subject={`receipt ${id}`}
      send={(api, body) => api('POST /api/v1/admin/receipts/:id/reverse', { params: { id }, body })}
      done="Receipt reversed"
      failed="Could not reverse the receipt"
      hint="Shown beside the receipt and in the audit log."
      onClose={onClose}
    >
      <p className="text-small text-ink-2">
        <b className="num font-semibold break-all text-ink">
          {transferText(transfer)}, {reference}
        </b>{' '}
        no longer counts, and stays in the list. Its reference may be used again.
      </p>
    </ReasonDialog>
  )
}
