import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { itemCount } from '../count-texts.ts'

type ConfirmDeletionProps = { count: number; onClose: () => void; onConfirm: () => void }

/**
 * Asks before several items are deleted, as the dialog of one item does (docs/product/edit-item.md#deleting). Load it
 * lazily.
 */
export function ConfirmDeletion({ count, onClose, onConfirm }: ConfirmDeletionProps) {
  const what = count === 1 ? 'it' : 'them'
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={onConfirm}
      title={`Delete ${itemCount(count)}?`}
      description={`This removes ${what} from your collection and the Community Feed. After 10 seconds it cannot be undone.`}
      confirmLabel="Delete"
    />
  )
}
