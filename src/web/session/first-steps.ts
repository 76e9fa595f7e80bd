import { inBrowser } from '../browser/storage.ts'
import { createStore, useStore } from '../browser/store.ts'

/** Where the browser keeps how far somebody new has come: 'new' from the sign-up on, 'named' once the handle is theirs. */
const key = 'folio.first-steps'

type Progress = 'new' | 'named' | null

const read = (): Progress => {
  const kept = inBrowser.read(key)
  return kept === 'new' || kept === 'named' ? kept : null
}

const progress = createStore<Progress | undefined>(undefined)

function set(next: Progress) {
  if (next) inBrowser.write(key, next)
  else inBrowser.forget(key)
  progress.set(next)
}

/** The first minutes of an account, kept in this browser alone: nothing depends on them. */
export const firstSteps = {
  begin: () => set('new'),
  keepHandle: () => set('named'),
  end: () => set(null),
}

/** How far one has come; null for whoever did not sign up here, or is done. */
export const useFirstSteps = (): Progress =>
  useStore({ get: () => progress.get() ?? read(), subscribe: progress.subscribe }, null)
