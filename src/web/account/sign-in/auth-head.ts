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

/**
 * The head of the reset page. Its address may hold a secret that sets a password, which must not be sent as a referrer.
 */
export const resetHead = (input: HeadInput) => ({
  meta: [...authHead('Set a new password')(input).meta, { name: 'referrer', content: 'no-referrer' }],
})
