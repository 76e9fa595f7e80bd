import AddItemDialog from '../add/add-item-dialog.tsx'
import { QueryScope } from '../api/query-client.tsx'

type AddDialogProps = { onClose: () => void }

/** The add-item dialog with all its parts, in a chunk of its own. */
export function AddDialog({ onClose }: AddDialogProps) {
  return (
    <QueryScope>
      <AddItemDialog onClose={onClose} />
    </QueryScope>
  )
}
