type Matched = { match: { context: { appName: string; isAdmin?: boolean } } }

/** The head of an admin page. The title is set in the browser alone, where the reader is known to be an admin. */
export const adminHead =
  (title: string) =>
  ({ match: { context } }: Matched) => ({
    meta: context.isAdmin ? [{ title: `${title} · ${context.appName}` }] : [],
  })

/** Loads the admin screens; other people's browsers never do. */
export const loadScreens = () => import('./screens.ts')
