import { useEffect, useRef } from 'react'

/**
 * Props of a part of the page that takes the focus when its focused control disappears, so that the keyboard continues
 * there. Dialogs that are opened inside it belong to it.
 */
export function useRestoredFocus<Part extends HTMLElement>() {
  const part = useRef<Part>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      part.current?.focus({ preventScroll: true })
  })
  const note = (isInside: boolean) => () => {
    hadFocus.current = isInside
  }
  return { ref: part, tabIndex: -1, onFocus: note(true), onBlur: note(false) }
}
