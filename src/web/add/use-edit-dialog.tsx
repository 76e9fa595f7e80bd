import { type ComponentType, type ReactNode, useState } from 'react'
import { offlineMessage } from '../session/offline.ts'
import { toast } from '../ui/feedback/toast.ts'
import type { Product } from './add-flow.ts'

type EditDialogProps = { productId: string; onClose: () => void; onSaved: (item: Product) => void }

/** The edit dialog of the item just posted: how to open it, and the open dialog to be rendered. Loaded when opened. */
export function useEditDialog(
  productId: string,
  onSaved: (item: Product) => void,
): { open: () => Promise<void>; dialog: ReactNode } {
  const [Dialog, setDialog] = useState<ComponentType<EditDialogProps> | null>(null)
  async function open() {
    try {
      const { EditItemDialog } = await import('../item/edit-item-dialog.tsx')
      setDialog(() => EditItemDialog)
    } catch {
      await toast.error('Error', { description: offlineMessage })
    }
  }
  const close = () => setDialog(null)
  return {
    open,
    dialog: Dialog && <Dialog productId={productId} onClose={close} onSaved={onSaved} />,
  }
}
