/** The collection's screens, which no public page loads. */
export const loadScreens = () => import('./screens.ts')
