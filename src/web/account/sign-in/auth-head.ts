type HeadInput = { match: { context: { appName: string } } }

/** The head of a page for getting in: its title before the app's name, out of search engines' sight. */
export const authHead =
  (title: string, description = title) =>
  ({ match }: HeadInput) => ({
    meta: [
      { title: `${title} · ${match.context.appName}` },
      { name: 'description', content: description },
      { name: 'robots', content: 'noindex' },
    ],
  })

/** The head of the reset page. Its address may hold what sets a password, which is to reach no one as a referrer. */
export const resetHead = (input: HeadInput) => ({
  meta: [...authHead('Set a new password')(input).meta, { name: 'referrer', content: 'no-referrer' }],
})
