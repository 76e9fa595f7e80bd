import { useEffect, useId, useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DiscardDialog, UnsavedChanges } from '../../ui/dialog/unsaved-changes.tsx'
import { prepareToasts } from '../../ui/feedback/toast.ts'
import { EditFoot } from '../edit-foot.tsx'
import type { Item } from '../form/item-fields.ts'
import { useComeBack } from '../use-come-back.ts'
import { useItemPicture } from '../use-item-picture.ts'
import { useLeaveGone } from '../use-own-lists.ts'
import { draftOf, isEdited } from './edit-flow.ts'
import { EditStep } from './edit-step.tsx'
import { useEditItem } from './use-edit-item.ts'

type EditItemProps = {
  productId: string
  userId: string
  onClose: () => void
  onSaved?: ((item: Item) => void) | undefined
}

/** One sheet from loading to saving. Typed work is thrown away only after asking. */
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
  const picture = useItemPicture({
    userId,
    isSaving,
    onStored: (image_url) => edit.dispatch({ type: 'fields_changed', change: { image_url } }),
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
