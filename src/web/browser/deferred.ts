import { createStore, useStore } from './store.ts'

/**
 * A part of the app that no page needs at first. `load` imports it, and rejects when its script could not be loaded;
 * from then on `useLoaded` returns it at once. Unlike React's lazy components it never suspends a page.
 */
export function deferred<Part>(importIt: () => Promise<Part>) {
  const loaded = createStore<Part | undefined>(undefined)
  return {
    load: async (): Promise<Part> => {
      const part = loaded.get() ?? (await importIt())
      loaded.set(part)
      return part
    },
    useLoaded: () => useStore(loaded, undefined),
  }
}
