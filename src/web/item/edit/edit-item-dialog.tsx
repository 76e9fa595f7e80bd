import { useEffect, useId, useState } from 'react'
import { useSession } from '../../session/session.ts'
import { useComeBack } from '../../session/session-end.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DiscardDialog, UnsavedChanges } from '../../ui/dialog/unsaved-changes.tsx'
import { prepareToasts } from '../../ui/feedback/toast.ts'
import { type Item, withOwnPhoto } from '../form/item-fields.ts'
import { useLeaveGone } from '../use-own-lists.ts'
import { draftOf, isEdited } from './edit-flow.ts'
import { EditFoot, EditStep } from './edit-step.tsx'
import { useItemPicture } from './picture-field.tsx'
import { useEditItem } from './use-edit-item.ts'

type EditItemDialogProps = {
  productId: string
  onClose: () => void
  /** Called with the saved item before the dialog closes. */
  onSaved?: ((item: Item) => void) | undefined
}

/**
 * 'Edit Your Item' (docs/product/edit-item.md#edit-dialog), open as long as it is mounted, inside a `QueryScope`; it
 * loads the item itself. Load it lazily, as every dialog.
 */
export function EditItemDialog(props: EditItemDialogProps) {
  const session = useSession()
  if (session.status !== 'signed_in') return null
  return <EditItem key={session.userId} userId={session.userId} {...props} />
}

type EditItemProps = {
  productId: string
  userId: string
  onClose: () => void
  onSaved?: ((item: Item) => void) | undefined
}

/** One sheet from loading to saving. It asks before typed work is discarded. */
export function EditItem({ productId, userId, onClose, onSaved }: EditItemProps) {
  const formId = useId()
  const [isAsking, setAsking] = useState(false)
  const [typedTag, setTypedTag] = useState('')
  const edit = useEditItem({
    productId,
    userId,
    onSaved: (item) => {
      onSaved?.(item)
      onClose()
    },
  })
  const isSaving = edit.state.name === 'editing' && edit.state.saving
  const item = draftOf(edit.state)?.item
  const given = item && item.image_source !== 'owner' ? item.image_url : null
  const picture = useItemPicture({
    userId,
    isSaving,
    onStored: (photo) => edit.dispatch({ type: 'fields_changed', change: withOwnPhoto(photo, given) }),
  })
  const leaveGone = useLeaveGone()
  useEffect(prepareToasts, [])
  useComeBack()

  const draft = draftOf(edit.state)
  const isUploading = picture.step.name === 'uploading'
  const isTyped = edit.state.name === 'gone' ? edit.state.typed !== null : draft !== null && isEdited(draft)
  const hasWork = isTyped || isUploading || typedTag.trim() !== ''

  function forget() {
    edit.forget()
    picture.drop()
  }

  function discard() {
    forget()
    onClose()
    if (edit.state.name === 'gone') leaveGone(productId)
  }

  return (
    <>
      <Dialog
        open
        title="Edit Your Item"
        onClose={() => (hasWork ? setAsking(true) : discard())}
        dismissable={!isSaving}
        foot={<EditFoot edit={edit} formId={formId} isUploading={isUploading} onClose={discard} />}
      >
        <EditStep edit={edit} picture={picture} formId={formId} onTagTyped={setTypedTag} />
      </Dialog>
      {isAsking && <DiscardDialog onDiscard={discard} onKeep={() => setAsking(false)} />}
      <UnsavedChanges isDirty={hasWork} isUploading={isUploading} onDiscard={forget} />
    </>
  )
}
