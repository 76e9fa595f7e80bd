type Matched = { match: { pathname: string; context: { appName: string; isAdmin?: boolean } } }

/**
 * What the routes of admins' pages have in common. The title is `title`, or the heading that the list of pages has,
 * which only admins load; it is set in the browser alone, where the reader is known to be an admin. While a page loads
 * the one before stays, with the next one marked, so that the navigation does not come and go.
 */
export const adminRoute = (title?: string) => ({
  head: async ({ match: { pathname, context } }: Matched) => {
    if (!context.isAdmin) return { meta: [] }
    const { listedAdminPageAt } = await import('./parts/admin-pages.ts')
    return { meta: [{ title: `${title ?? listedAdminPageAt(pathname)?.title} · ${context.appName}` }] }
  },
  pendingMs: 2_000,
})
