import { createStore, useStore } from '../browser/store.ts'

const isOpen = createStore(false)

/** Whether the first of the first steps is open; which of them are done is stored with the account (decision 64). */
export const handleStep = {
  /** Called after a sign-in, which may be a new account's first. */
  open: () => isOpen.set(true),
  close: () => isOpen.set(false),
}

/** See {@link handleStep}. */
export const useHandleStep = (): boolean => useStore(isOpen, false)
