/** The earnings’ screens, which no public page loads. */
export const loadScreens = () => import('./screens.ts')
