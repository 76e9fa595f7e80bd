/** Loads the collection's screens, which no public page needs. */
export const loadScreens = () => import('./screens.ts')
