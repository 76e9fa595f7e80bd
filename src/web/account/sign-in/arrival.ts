/** What a link of a mail brought: what proves that its mail was received. */
export type ResetLink =
  | { kind: 'token'; tokenHash: string }
  | { kind: 'session'; accessToken: string; refreshToken: string }

/** What the sign-in service sent a person back with: a code to exchange, or the reason why there is none. */
export type Arrival = { code: string } | { failure: string }

/** The reset link in an address: of the mail itself, or where its link was followed on the server; null if none. */
export function resetLinkIn(address: URL): ResetLink | null {
  const read = reader(address)
  if (read('type') !== 'recovery') return null
  const tokenHash = read('token_hash')
  if (tokenHash) return { kind: 'token', tokenHash }
  const [accessToken, refreshToken] = [read('access_token'), read('refresh_token')]
  return accessToken && refreshToken ? { kind: 'session', accessToken, refreshToken } : null
}

/** The arrival in an address; null if it is an ordinary visit. */
export function arrivalIn(address: URL): Arrival | null {
  const read = reader(address)
  const failure = read('error_description') ?? read('error')
  if (failure) return { failure: failure.slice(0, longestFailure) }
  const code = read('code')
  return code ? { code } : null
}

// Anyone can make such an address; the reasons of the sign-in service are short.
const longestFailure = 200

const reader = ({ searchParams, hash }: URL) => {
  const fragment = new URLSearchParams(hash.slice(1))
  return (name: string) => searchParams.get(name) ?? fragment.get(name)
}
