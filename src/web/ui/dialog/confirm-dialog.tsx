import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { DialogFrame } from './dialog-frame.tsx'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  description: string
  confirmLabel: string
  cancelLabel?: string
  /** `primary` for a question whose yes harms nothing. */
  tone?: 'danger' | 'primary'
  /** The confirmed work is under way; the dialog stays until it is over. */
  busy?: boolean
  /** Between the words and the buttons, such as what has changed meanwhile. */
  children?: ReactNode
}

/** Asks before something that cannot be undone. The focus starts on Cancel. Load it lazily, as Dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    onConfirm,
    title,
    description,
    confirmLabel,
    cancelLabel = 'Cancel',
    tone = 'danger',
    busy = false,
    children,
  } = props
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      role="alertdialog"
      dismissable={!busy}
      className="stack gap-4 p-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:max-w-100"
    >
      <Radix.Title className="t-heading">{title}</Radix.Title>
      <Radix.Description className="text-small text-ink-2">{description}</Radix.Description>
      {children}
      <div className="grid grid-cols-2 gap-2">
        <Button data-autofocus="" disabled={busy} onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button variant={tone} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </DialogFrame>
  )
}
