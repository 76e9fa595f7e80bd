import { useSyncExternalStore } from 'react'

/**
 * A part of the app that no page needs at first. `load` brings it, and rejects when its script could not be loaded;
 * from then on `useLoaded` gives it at once. Unlike React's own lazy components it is never waited for while a page
 * is drawn.
 */
export function late<Part>(importIt: () => Promise<Part>) {
  let loaded: Part | undefined
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    load: async (): Promise<void> => {
      loaded ??= await importIt()
      for (const listener of listeners) listener()
    },
    useLoaded: () =>
      useSyncExternalStore(
        subscribe,
        () => loaded,
        () => undefined,
      ),
  }
}
