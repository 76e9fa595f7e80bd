/** The admin's screens, which nobody else loads. */
export const loadScreens = () => import('./screens.ts')
