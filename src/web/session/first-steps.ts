import { createStore, useStore } from '../browser/store.ts'
import { expectHeight } from './remembered-height.ts'

const isOpen = createStore(false)

/** Whether the first of the first steps is open; which of them are done is stored with the account (decision 54). */
export const handleStep = {
  /** Called after a sign-in, which may be a new account's first. */
  open: () => isOpen.set(true),
  close: () => isOpen.set(false),
}

/** See {@link handleStep}. */
export const useHandleStep = (): boolean => useStore(isOpen, false)

/**
 * Keeps room above the feed for the first steps of an account just made, of the height that they have with the first of
 * them open, on most phones and on what is wider.
 */
export const expectFirstSteps = (): void => expectHeight('steps', window.innerWidth < 640 ? '598px' : '470px')
