import type { ComponentProps, ReactNode } from 'react'
import { Dialog, DialogFoot } from './dialog.tsx'

type FormDialogProps = {
  title: string
  confirm: string
  tone?: 'primary' | 'danger' | undefined
  /** The form's own, and whether it is being sent. */
  form: { formProps: ComponentProps<'form'> & { id: string }; isBusy: boolean }
  /** The form's fields, and what is said above them. */
  children: ReactNode
  /** What is no part of the form, such as a dialog above this one. */
  beside?: ReactNode
  onClose: () => void
}

/** A dialog that is one form: its fields, Cancel and a button that sends it. Cannot be closed while it is sent. */
export function FormDialog({ title, confirm, tone, form, children, beside, onClose }: FormDialogProps) {
  const { formProps, isBusy } = form
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      dismissable={!isBusy}
      foot={
        <DialogFoot form={formProps.id} confirm={confirm} tone={tone} isBusy={isBusy} onCancel={onClose} />
      }
    >
      <form {...formProps} className="stack gap-5">
        {children}
      </form>
      {beside}
    </Dialog>
  )
}
