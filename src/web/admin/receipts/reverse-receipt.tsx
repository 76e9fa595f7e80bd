import { usdText } from '../../earnings/money-text.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { ReasonField, useReason } from '../parts/dialog-parts.tsx'
import { useChange } from '../parts/use-change.ts'
import { type Receipt, refreshReceipts } from './receipt-queries.ts'

type ReverseReceiptProps = { receipt: Receipt; onClose: () => void }

/** The dialog that reverses a receipt, with a reason. Load it lazily, as every dialog. */
export default function ReverseReceipt({ receipt, onClose }: ReverseReceiptProps) {
  const { id, amount, reference } = receipt
  const { api, isBusy, change } = useChange(refreshReceipts)
  const reason = useReason(`receipt ${id}`, async (text) => {
    const isDone = await change(
      () => api('POST /api/v1/admin/receipts/:id/reverse', { params: { id }, body: { reason: text } }),
      { success: 'Receipt reversed', failure: 'Could not reverse the receipt' },
    )
    if (isDone) onClose()
    return isDone
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reverse this receipt?"
      dismissable={!isBusy}
      foot={
        <DialogFoot form={reason.formId} confirm="Reverse" tone="danger" isBusy={isBusy} onCancel={onClose} />
      }
    >
      <p className="text-small text-ink-2">
        <b className="num font-semibold break-all text-ink">
          {usdText(amount)}, {reference}
        </b>{' '}
        no longer counts, and stays in the list. Its reference may be used again.
      </p>
      <form id={reason.formId} noValidate onSubmit={reason.submit}>
        <ReasonField reason={reason} hint="Shown beside the receipt and in the audit log." />
      </form>
    </Dialog>
  )
}
