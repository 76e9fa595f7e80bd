import { useEffect, useState } from 'react'
import { displayTitle } from '../../shared/product.ts'
import { useApi } from '../api/use-api.ts'
import { TitleText } from '../look/words.tsx'
import { sessionEnded, useComeBack } from '../session/session-end.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { prepareToasts, toast } from '../ui/feedback/toast.ts'
import type { Item } from './form/item-fields.ts'
import { deleteItem } from './item-calls.ts'
import { useDropItems } from './use-own-lists.ts'

type DeleteItemDialogProps = {
  productId: string
  /** The version that the person sees. */
  version: number
  onClose: () => void
  /** Called once the item is deleted and the dialog closed. */
  onDeleted?: (() => void) | undefined
}

/**
 * 'Delete this product?' (docs/product/edit-item.md#deleting), open as long as it is mounted, inside a `QueryScope`.
 * Load it lazily.
 */
export function DeleteItemDialog({ productId, version, onClose, onDeleted }: DeleteItemDialogProps) {
  const api = useApi()
  const drop = useDropItems()
  const [isBusy, setBusy] = useState(false)
  /** The present item, when it is a later version than the person saw. */
  const [changed, setChanged] = useState<Item | null>(null)
  useEffect(prepareToasts, [])
  useComeBack()

  async function remove() {
    setBusy(true)
    const outcome = await deleteItem(api, productId, changed?.owner?.version ?? version)
    if (outcome.kind === 'deleted') return leave()
    setBusy(false)
    if (outcome.kind === 'changed') setChanged(outcome.now)
    else
      void toast.error('Error', {
        description:
          outcome.kind === 'signed_out' ? sessionEnded : 'Failed to delete product. Please try again.',
      })
  }

  function leave() {
    drop(productId)
    onClose()
    onDeleted?.()
    void toast.success('Product Removed', { isParting: true })
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void remove()}
      title="Delete this product?"
      description="This removes it from your collection and the Community Feed. It cannot be undone."
      confirmLabel="Delete"
      busy={isBusy}
    >
      {changed && <ChangedNote item={changed} />}
    </ConfirmDialog>
  )
}

type ChangedNoteProps = { item: Item }

function ChangedNote({ item }: ChangedNoteProps) {
  return (
    <Banner tone="bad">
      It was changed elsewhere meanwhile and has not been deleted. It is now “
      <bdi className="wrap-anywhere">
        <TitleText>{displayTitle(item)}</TitleText>
      </bdi>
      ”. Delete it all the same?
    </Banner>
  )
}
