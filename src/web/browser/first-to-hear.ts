import { createListeners } from './store.ts'

const first = createListeners<PopStateEvent>()

// Listeners of a window are told in the order in which they came: this one is there before the router's.
if (typeof window !== 'undefined') window.addEventListener('popstate', first.notify)

/**
 * Has `hearing` told of every step through the history before the router is, which it may keep it from. Returns how
 * to stop.
 */
export const hearFirst = (hearing: (event: PopStateEvent) => void): (() => void) => first.add(hearing)
