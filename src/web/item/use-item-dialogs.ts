import { useCallback } from 'react'
import { useLoadedDialog } from '../ui/dialog/use-loaded-dialog.ts'

type ItemDialogProps = {
  productId: string
  /** The version that the person sees. */
  version: number
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

const dialogs = {
  edit: () => import('./edit/edit-item-dialog.tsx').then(({ EditItemDialog }) => EditItemDialog),
  delete: () => import('./delete-item-dialog.tsx').then(({ DeleteItemDialog }) => DeleteItemDialog),
}

/** Opens the dialogs about an item, each loaded when first opened; `Dialog` is the open one. */
export function useItemDialogs() {
  const { Dialog, open: openLoaded, close } = useLoadedDialog<ItemDialogProps>()
  const open = useCallback((name: keyof typeof dialogs) => openLoaded(dialogs[name]), [openLoaded])
  return { Dialog, open, close }
}
