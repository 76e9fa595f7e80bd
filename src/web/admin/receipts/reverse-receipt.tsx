import { usdText } from '../../earnings/money-text.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useChange } from '../parts/use-change.ts'
import { type Receipt, refreshReceipts } from './receipt-queries.ts'

type ReverseReceiptProps = { receipt: Receipt; onClose: () => void }

const texts = { success: 'Receipt reversed', failure: 'Could not reverse the receipt' }

/** The dialog that reverses a receipt, with a reason. Load it lazily, as every dialog. */
export default function ReverseReceipt({ receipt, onClose }: ReverseReceiptProps) {
  const { id, amount, reference } = receipt
  const { api, isBusy, change } = useChange(refreshReceipts)
  const send = (reason: string) =>
    change(() => api('POST /api/v1/admin/receipts/:id/reverse', { params: { id }, body: { reason } }), texts)
  return (
    <ReasonDialog
      title="Reverse this receipt?"
      confirm="Reverse"
      tone="danger"
      subject={`receipt ${id}`}
      send={send}
      isBusy={isBusy}
      hint="Shown beside the receipt and in the audit log."
      onClose={onClose}
    >
      <p className="text-small text-ink-2">
        <b className="num font-semibold break-all text-ink">
          {usdText(amount)}, {reference}
        </b>{' '}
        no longer counts, and stays in the list. Its reference may be used again.
      </p>
    </ReasonDialog>
  )
}
