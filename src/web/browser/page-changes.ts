import { createListeners } from './store.ts'

/** Notified when the app leaves a page for another one: not when only its search or hash changes. */
export const pageChanges = createListeners()
