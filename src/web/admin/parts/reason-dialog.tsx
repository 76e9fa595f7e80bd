import type { ReactNode, RefObject } from 'react'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { ReasonField, useReason } from './dialog-parts.tsx'

type ReasonDialogProps = {
  title: string
  confirm: string
  tone?: 'primary' | 'danger' | undefined
  /** Names what is asked: a reason being typed is stored for the tab under it. */
  subject: string
  /** Resolves to whether it is done, which closes the dialog. */
  send: (reason: string) => Promise<boolean>
  isBusy: boolean
  /** Who reads the reason; other admins alone by default. */
  hint?: string | undefined
  /** Further fields of the form, above the reason. */
  fields?: ReactNode
  form?: RefObject<HTMLFormElement | null>
  /** Whether the dialog opens on the reason: not where there is something to read first. */
  isFirst?: boolean
  /** The consequences. */
  children: ReactNode
  onClose: () => void
}

/** A dialog that asks for the reason of an action and does it. Stays open until that succeeds. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, confirm, tone, subject, send, isBusy, hint, isFirst, fields, form, children, onClose } =
    props
  const reason = useReason(subject, async (text) => {
    const isDone = await send(text)
    if (isDone) onClose()
    return isDone
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      dismissable={!isBusy}
      foot={
        <DialogFoot form={reason.formId} confirm={confirm} tone={tone} isBusy={isBusy} onCancel={onClose} />
      }
    >
      {children}
      <form ref={form} id={reason.formId} noValidate onSubmit={reason.submit} className="stack gap-5">
        {fields}
        <ReasonField reason={reason} hint={hint} isFirst={isFirst} />
      </form>
    </Dialog>
  )
}
