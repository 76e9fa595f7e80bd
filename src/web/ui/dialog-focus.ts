import { useRef } from 'react'

/**
 * Where the focus goes when a dialog opens and closes. It opens on the part marked `data-autofocus`, else on the
 * dialog itself, so that its title is read and no keyboard jumps up on a phone. It closes on what had the focus
 * before: dialogs here are opened by state, not by a trigger of theirs, so the primitive cannot know.
 */
export function useDialogFocus() {
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
 * The opener may be gone: with a dialog below, closed at once with this one, which gives the focus back itself; or a
 * deleted card, where the page's main part is the nearest place that makes sense.
 */
function focusAgain(opener: Element | null) {
  const there = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  if (there) opener.focus()
  else if (document.activeElement === document.body) document.getElementById('main')?.focus()
}
