import clsx from 'clsx'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useDialogFocus } from '../dialog-focus.ts'

type DialogFrameProps = {
  open: boolean
  onClose: () => void
  role: 'dialog' | 'alertdialog'
  /** While false, Escape and a press outside do nothing (an upload or a save is under way). */
  dismissable: boolean
  className: string
  children: ReactNode
}

/** Toasts lie over dialogs: pressing one is not pressing outside. */
function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null
}

/**
 * Scrim and sheet: risen from the bottom on a phone, centred from 640 px. The scrim is our own element, because the
 * primitive's overlay locks scrolling with a style element, which the content policy forbids.
 */
export function DialogFrame({ open, onClose, role, dismissable, className, children }: DialogFrameProps) {
  const focus = useDialogFocus()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <div
          data-scroll-lock=""
          data-state={open ? 'open' : 'closed'}
          className="fixed inset-0 z-40 grid place-items-end bg-scrim sm:place-items-center data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        >
          <Radix.Content
            role={role}
            aria-modal="true"
            {...focus}
            onEscapeKeyDown={(event) => !dismissable && event.preventDefault()}
            onInteractOutside={(event) => (!dismissable || isToast(event.target)) && event.preventDefault()}
            className={clsx(
              'relative w-full overflow-auto overscroll-contain rounded-t-xl bg-card shadow-sheet outline-none',
              'max-h-[calc(100dvh-44px)] data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
              'sm:max-h-[calc(100dvh-96px)] sm:rounded-xl sm:data-[state=closed]:animate-fade-out sm:data-[state=open]:animate-rise',
              className,
            )}
          >
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
