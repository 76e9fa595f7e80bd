type Hearing = (event: PopStateEvent) => void

let first: Hearing | undefined

// A window calls its listeners in the order of their registration: this one is registered before the router's.
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => first?.(event))

/** Calls `hearing` for every step through the history before the router, which it can keep from hearing of it. */
export function hearFirst(hearing: Hearing): void {
  first = hearing
}
