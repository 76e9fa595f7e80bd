import { type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Has a control finish what it holds before its form is sent: the form's own handler sees what `finish` changed. */
export function useBeforeSubmit(control: RefObject<HTMLInputElement | null>, finish: () => void): void {
  const latest = useRef(finish)
  useEffect(() => {
    latest.current = finish
  })
  useEffect(() => {
    const form = control.current?.form
    // Capturing: React hears of it only afterwards.
    const beforeSubmit = () => flushSync(() => latest.current())
    form?.addEventListener('submit', beforeSubmit, { capture: true })
    return () => form?.removeEventListener('submit', beforeSubmit, { capture: true })
  }, [control])
}
