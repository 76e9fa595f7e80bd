import { type RefObject, useEffect } from 'react'

/** Input focus delay of spec section 9. */
const delayMs = 100

/** Puts the cursor into the form's first field, unless the person has gone somewhere already. */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const active = document.activeElement
      const isFree = !active || active === document.body || active.id === 'main'
      if (isFree) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
    }, delayMs)
    return () => clearTimeout(timer)
  }, [form])
}
