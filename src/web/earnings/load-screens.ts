/** Loads the earnings screens; no public page does. */
export const loadScreens = () => import('./screens.ts')
