import { type RefObject, useEffect } from 'react'

/** Input focus delay of spec section 9. */
const delayMs = 100

/** Puts the cursor into the form's first field that is still empty, unless the person has gone somewhere already. */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const active = document.activeElement
      const isFree = !active || active === document.body || active.id === 'main'
      if (isFree) firstToFill(form.current)?.focus()
    }, delayMs)
    return () => clearTimeout(timer)
  }, [form])
}

function firstToFill(form: HTMLFormElement | null): HTMLInputElement | undefined {
  // What is not drawn is for password managers, or for another case of the page.
  const fields = [...(form?.querySelectorAll('input') ?? [])].filter((field) => field.offsetParent)
  return fields.find((field) => !field.value) ?? fields[0]
}
