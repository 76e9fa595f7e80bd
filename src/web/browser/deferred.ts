import { createStore, useStore } from './store.ts'

/**
 * A part of the app that no page needs at first. `load` brings it, and rejects when its script could not be loaded;
 * from then on `useLoaded` gives it at once. Unlike React's own lazy components it is never waited for while a page
 * is drawn.
 */
export function deferred<Part>(importIt: () => Promise<Part>) {
  const loaded = createStore<Part | undefined>(undefined)
  return {
    load: async (): Promise<void> => {
      loaded.set(loaded.get() ?? (await importIt()))
    },
    useLoaded: () => useStore(loaded, undefined),
  }
}
