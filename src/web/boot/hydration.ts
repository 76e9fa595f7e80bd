import { useEffect } from 'react'

let resolveHydrated = () => {}
const hydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve
})

/** Resolves once React has hydrated the server's page: changing the page earlier would break the hydration. */
export const whenHydrated = (): Promise<void> => hydrated

/** False on the server and during hydration: the first render must equal the server's. */
export const isHydrated = (): boolean =>
  typeof document !== 'undefined' && 'app' in document.documentElement.dataset

/** Marks the document as hydrated, so that its buttons work. */
export function markHydrated(): void {
  document.documentElement.dataset.app = ''
  resolveHydrated()
}

/** For components with a page's main part. */
export const useHydrated = (): void => useEffect(markHydrated, [])

/**
 * Whether the browser still treats the current action as a press; only then may it copy and share. Not if the press
 * waited long for the app (early-presses.ts). Older browsers do not tell.
 */
export const isPressFresh = (): boolean => navigator.userActivation?.isActive !== false

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Keeps text that is typed before hydration. If an extension or a translator has changed the page first, React renders
 * it again: the new fields get the text of the old ones, and the focus. Call it before hydration.
 */
export function keepTyped(): void {
  const early = fieldsByKey()
  let focused = document.activeElement
  const noteFocus = (event: FocusEvent) => {
    focused = event.target as Element
  }
  document.addEventListener('focusin', noteFocus)
  void whenHydrated().then(() => {
    document.removeEventListener('focusin', noteFocus)
    const present = fieldsByKey()
    for (const [key, field] of early) {
      const heir = present.get(key)
      if (field.isConnected || !heir) continue
      if (field.value !== field.defaultValue) typeInto(heir, field.value)
      if (field === focused) heir.focus()
    }
  })
}

/** The page's text fields, each under a key that is the same after a new render. */
function fieldsByKey(): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const field of document.querySelectorAll<Field>('input, textarea')) {
    const kind = `${field.tagName} ${field.type} ${field.name}`
    let nth = 0
    while (fields.has(`${kind} ${nth}`)) nth++
    fields.set(`${kind} ${nth}`, field)
  }
  return fields
}

/**
 * Changes a field as typing does, so that React notices. Setting the element's `value` itself would hide the change
 * from it.
 */
function typeInto(field: Field, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
