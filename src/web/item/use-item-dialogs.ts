import { type ComponentType, useCallback, useState } from 'react'
import { offlineMessage } from '../browser/connection.ts'
import { toast } from '../ui/feedback/toast.ts'

type ItemDialogProps = {
  productId: string
  /** The one the person sees. */
  version: number
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

const dialogs = {
  edit: () => import('./edit/edit-item-dialog.tsx').then(({ EditItemDialog }) => EditItemDialog),
  delete: () => import('./delete-item-dialog.tsx').then(({ DeleteItemDialog }) => DeleteItemDialog),
}

/** Opens the dialogs about an item, each loaded at its first use; `Dialog` is the open one. */
export function useItemDialogs() {
  const [Dialog, setDialog] = useState<ComponentType<ItemDialogProps> | null>(null)
  const open = useCallback(async (name: keyof typeof dialogs) => {
    try {
      const loaded = await dialogs[name]()
      setDialog(() => loaded)
    } catch {
      // Only the loading of scripts can fail here.
      await toast.error('Error', { description: offlineMessage })
    }
  }, [])
  const close = useCallback(() => setDialog(null), [])
  return { Dialog, open, close }
}
