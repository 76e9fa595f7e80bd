import { useSession } from '../session/session.ts'
import { EditItem } from './edit/edit-item-dialog.tsx'
import type { Item } from './form/item-fields.ts'

type EditItemDialogProps = {
  productId: string
  onClose: () => void
  /** Gets the item as it was saved, before the dialog closes. */
  onSaved?: ((item: Item) => void) | undefined
}

/**
 * 'Edit Your Item' (spec section 2), open as long as it is mounted, inside a `QueryScope`; it loads the item itself.
 * Load it lazily, as every dialog.
 */
export function EditItemDialog(props: EditItemDialogProps) {
  const session = useSession()
  if (session.status !== 'signed_in') return null
  return <EditItem key={session.userId} userId={session.userId} {...props} />
}
