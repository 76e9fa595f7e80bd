import clsx from 'clsx'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { useDialogHistory } from './dialog-history.ts'

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
  useDialogHistory(open, () => {
    if (dismissable) onClose()
  })
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

/**
 * Where the focus goes when a dialog opens and closes. It opens on the part marked `data-autofocus`, else on the
 * dialog itself, so that its title is read and no keyboard jumps up on a phone. It closes on what had the focus
 * before: dialogs here are opened by state, not by a trigger of theirs, so the primitive cannot know.
 */
function useDialogFocus() {
  const opener = useRef<Element | null>(null)
  const content = useRef<HTMLDivElement>(null)
  return {
    ref: content,
    onOpenAutoFocus(event: Event) {
      event.preventDefault()
      opener.current = openerOf(document.activeElement)
      const marked = content.current?.querySelector<HTMLElement>('[data-autofocus]')
      const target = marked ?? content.current
      target?.focus()
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      focusAgain(opener.current)
    },
  }
}

/** A menu's item is gone when its dialog closes; the button that opened the menu is still there. */
function openerOf(active: Element | null): Element | null {
  const menu = active?.closest('[role="menu"]')
  const labelId = menu?.getAttribute('aria-labelledby')
  return labelId ? document.getElementById(labelId) : active
}

/**
 * Where the focus goes when the opener is gone. A dialog below that closes with this one gives the focus back itself.
 * After a deleted card, the page's main part is the nearest element that makes sense.
 */
function focusAgain(opener: Element | null) {
  const there = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  if (there) opener.focus()
  else if (document.activeElement === document.body) document.getElementById('main')?.focus()
}
