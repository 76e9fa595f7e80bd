import { createStore, useStore } from '../browser/store.ts'

const isOpen = createStore(false)

/** Whether the first of the first steps stands open; which of them are done is the account's own (decision 64). */
export const handleStep = {
  /** Somebody has just come in, and may be new. */
  open: () => isOpen.set(true),
  close: () => isOpen.set(false),
}

/** See {@link handleStep}. */
export const useHandleStep = (): boolean => useStore(isOpen, false)
