import { useEffect, useRef, useState } from 'react'

/** Whether the search box is open; on closing it the focus goes back to the button that opened it. */
export function useSearchToggle() {
  const toggle = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) toggle.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { toggle, isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}
