import { useEffect, useState } from 'react'
import { hasCode } from '../../shared/errors.ts'
import { displayTitle } from '../../shared/product.ts'
import { useAct } from '../api/use-act.ts'
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
  const drop = useDropItems()
  /** The present item, when it is a later version than the person saw. */
  const [changed, setChanged] = useState<Item | null>(null)
  const { run, isBusy } = useAct({
    send: (api) => deleteItem(api, productId, changed?.owner?.version ?? version),
    after: (now) => (now ? setChanged(now) : leave()),
    failed: (_, error) => ({
      title: 'Error',
      description: hasCode(error, 'not_authenticated')
        ? sessionEnded
        : 'Failed to delete product. Please try again.',
    }),
  })
  useEffect(prepareToasts, [])
  useComeBack()

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
      onConfirm={() => void run()}
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
