import { createStore, useStore } from '../browser/store.ts'
import { expectHeight } from './remembered-height.ts'

const isOpen = createStore(false)

/** Whether the first of the first steps is open; the account stores which of them are done (decision 54). */
export const handleStep = {
  /** Called after a sign-in, which may be a new account's first. */
  open: () => isOpen.set(true),
  close: () => isOpen.set(false),
}

/** See {@link handleStep}. */
export const useHandleStep = (): boolean => useStore(isOpen, false)

/**
 * Reserves space above the feed for the first steps of a new account, as high as they are with the first of them open,
 * on most phones and on wider screens.
 */
export const expectFirstSteps = (): void => expectHeight('steps', window.innerWidth < 640 ? '598px' : '470px')
