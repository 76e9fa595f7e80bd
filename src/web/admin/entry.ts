type Matched = { match: { context: { appName: string; isAdmin?: boolean } } }

/** The head of an admin's page. It names the page only once its reader is known to be an admin: not on the server. */
export const adminHead =
  (title: string) =>
  ({ match: { context } }: Matched) => ({
    meta: context.isAdmin ? [{ title: `${title} · ${context.appName}` }] : [],
  })

/** The admin's screens, which nobody else loads. */
export const loadScreens = () => import('./screens.ts')
