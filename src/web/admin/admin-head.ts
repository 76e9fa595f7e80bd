type Matched = { match: { context: { appName: string; isAdmin?: boolean } } }

/** The head of an admin page. Its title is set in the browser alone, where the reader is known to be an admin. */
export const adminHead =
  (title: string) =>
  ({ match: { context } }: Matched) => ({
    meta: context.isAdmin ? [{ title: `${title} · ${context.appName}` }] : [],
  })
