type Hearing = (event: PopStateEvent) => void

let first: Hearing | undefined

// Listeners of a window are told in the order in which they came: this one is there before the router's.
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => first?.(event))

/** Has `hearing` told of every step through the history before the router is, which it may keep it from. */
export function hearFirst(hearing: Hearing): void {
  first = hearing
}
