import clsx from 'clsx'
import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { IconButton } from '../button/icon-button.tsx'
import { DialogFrame } from './dialog-frame.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  /** The visible heading. Without it, a `DialogTitle` must stand among the children. */
  title?: string
  steps?: { current: number; total: number }
  /** Stays at the bottom while the content scrolls, usually the primary button. */
  foot?: ReactNode
  dismissable?: boolean
  children: ReactNode
}

/** A sheet on a phone, a centred dialog of 560 px from 640. Load it lazily: it brings Radix's 20 kB. */
export function Dialog({ open, onClose, title, steps, foot, dismissable = true, children }: DialogProps) {
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      role="dialog"
      dismissable={dismissable}
      // The focused element must not end up behind the head or the foot, which are sticky.
      className={clsx('flex scroll-pt-18 flex-col px-5 sm:max-w-140', foot && 'scroll-pb-26')}
    >
      <div className="sticky top-0 z-2 -mx-5 flex min-h-15 shrink-0 items-center justify-between bg-card ps-5 pe-2 pt-2 lg:pe-3">
        {steps ? <StepMarks {...steps} /> : <span />}
        <IconButton icon="close" iconSize={24} label="Close" disabled={!dismissable} onClick={onClose} />
      </div>
      <div className="stack gap-5 pb-[calc(1.5rem+env(safe-area-inset-bottom))]">
        {title && <DialogTitle>{title}</DialogTitle>}
        {children}
      </div>
      {foot && (
        <div className="sticky bottom-0 z-2 -mx-5 border-t bg-card px-5 pt-3 pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
          {foot}
        </div>
      )}
    </DialogFrame>
  )
}

type DialogTitleProps = { children: ReactNode }

/** The dialog's name and heading, for dialogs that lay it out themselves. */
export function DialogTitle({ children }: DialogTitleProps) {
  return <Radix.Title className="t-title">{children}</Radix.Title>
}

type StepMarksProps = { current: number; total: number }

/** Short strokes, one a step, inked up to the current one. */
function StepMarks({ current, total }: StepMarksProps) {
  const steps = Array.from({ length: total }, (_, index) => index + 1)
  return (
    <div role="img" aria-label={`Step ${current} of ${total}`} className="flex gap-1">
      {steps.map((step) => (
        <span
          key={step}
          className={clsx('h-[3px] w-5 rounded-[2px]', step <= current ? 'bg-ink' : 'bg-line-strong')}
        />
      ))}
    </div>
  )
}

type DialogFootProps = {
  /** The id of the form above, which it submits. */
  form: string
  confirm: string
  tone?: 'primary' | 'danger' | undefined
  isBusy: boolean
  blocked?: boolean
  onCancel: () => void
}

/** A dialog's two buttons: cancel and confirm. */
export function DialogFoot({ form, confirm, tone = 'primary', isBusy, blocked, onCancel }: DialogFootProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" form={form} variant={tone} busy={isBusy} blocked={blocked}>
        {confirm}
      </Button>
    </div>
  )
}

type SheetSubmitProps = Pick<ComponentProps<typeof Button>, 'busy' | 'blocked' | 'children'> & {
  /** The id of the form above, in the sheet. */
  form: string
}

/** A sheet's one next step: submits its form from the foot. */
export function SheetSubmit(props: SheetSubmitProps) {
  return <Button type="submit" variant="primary" size="lg" block {...props} />
}
