import { counted } from '../../count-text.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import type { Import } from '../admin-queries.ts'
import { ReasonField, useReason } from '../parts/dialog-parts.tsx'
import { useImportCall } from './use-import-call.ts'

type UndoImportProps = { batch: Import; onClose: () => void }

/** Says what undoing an import does, and asks why it is done. Load it lazily, as every dialog. */
export default function UndoImport({ batch, onClose }: UndoImportProps) {
  const { work, undo } = useImportCall(batch)
  const reason = useReason(`import ${batch.id}`, async (text) => {
    if (!(await undo(text))) return false
    onClose()
    return true
  })
  const isBusy = work === 'undo'
  return (
    <Dialog
      open
      onClose={onClose}
      title="Undo this import?"
      dismissable={!isBusy}
      foot={
        <DialogFoot
          form={reason.formId}
          confirm="Undo import"
          tone="danger"
          isBusy={isBusy}
          onCancel={onClose}
        />
      }
    >
      <ul className="ms-5 grid list-disc gap-1 text-small text-ink-2">
        <li>What it said of {counted(batch.total, 'order')} no longer counts.</li>
        <li>Orders that other reports told of as well go back to what those said; the others owe nothing.</li>
        <li>
          Nothing in the ledger is deleted: the next calculation adds rows that take back what was too much.
        </li>
        <li>The same file may be imported again afterwards.</li>
      </ul>
      <form id={reason.formId} noValidate onSubmit={reason.submit}>
        <ReasonField reason={reason} />
      </form>
    </Dialog>
  )
}
