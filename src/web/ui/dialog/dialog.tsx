import clsx from 'clsx'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { StepMarks } from '../step-marks.tsx'
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
      // What gets the focus must not end up behind the head or the foot, which stay in place.
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

/** The dialog's name and heading, for dialogs that place it themselves. */
export function DialogTitle({ children }: DialogTitleProps) {
  return <Radix.Title className="t-title">{children}</Radix.Title>
}
