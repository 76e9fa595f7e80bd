import { lazyDialog } from '../ui/lazy-part.tsx'

const EditItemDialog = lazyDialog(async () => ({
  default: (await import('./edit/edit-item-dialog.tsx')).EditItemDialog,
}))
const DeleteItemDialog = lazyDialog(async () => ({
  default: (await import('./delete-item-dialog.tsx')).DeleteItemDialog,
}))

/** What a person may be about to do with an item. */
export type ItemAct = 'edit' | 'delete'

type ItemDialogProps = {
  /** Null while no dialog is open. */
  act: ItemAct | null
  productId: string
  /** The version that the person sees. */
  version: number
  onClose: () => void
  onDeleted?: () => void
}

/** The open dialog about an item. */
export function ItemDialog({ act, productId, version, onClose, onDeleted }: ItemDialogProps) {
  if (act === 'edit') return <EditItemDialog productId={productId} onClose={onClose} />
  return act && <DeleteItemDialog {...{ productId, version, onClose, onDeleted }} />
}
