import { createListeners } from './store.ts'

const first = createListeners<PopStateEvent>()

// A window calls its listeners in the order in which they were added: this one is added before the router's.
if (typeof window !== 'undefined') window.addEventListener('popstate', first.notify)

/**
 * Calls `hearing` for every step through the history before the router's listener, which it can keep from running.
 * Returns a function that removes it.
 */
export const hearFirst = (hearing: (event: PopStateEvent) => void): (() => void) => first.add(hearing)
