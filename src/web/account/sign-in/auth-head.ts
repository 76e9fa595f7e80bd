type HeadInput = { match: { context: { appName: string } } }

/** The head of a sign-in page: its title before the app's name, and not indexed by search engines. */
export const authHead =
  (title: string, description = title) =>
  ({ match }: HeadInput) => ({
    meta: [
      { title: `${title} · ${match.context.appName}` },
      ...(import.meta.env.SSR ? [{ name: 'description', content: description }] : []),
      { name: 'robots', content: 'noindex' },
    ],
  })

/** The head of a page whose address may hold the secret of a mailed link, which must not be sent as a referrer. */
export const secretHead = (title: string) => (input: HeadInput) => ({
  meta: [...authHead(title)(input).meta, { name: 'referrer', content: 'no-referrer' }],
})
