import { type AmazonLink, readAmazonAddress } from '../shared/amazon/links.ts'
import { discard, type Network, NetworkError, type NetworkReason, type Reply } from './network.ts'

/** A link that has an address. */
export type AddressedLink = Extract<AmazonLink, { url: string }>

const maxRedirects = 5

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * Requests `start` and follows redirects, each hop checked against the list of Amazon's hosts before its request. Stops
 * before a request where `isGoal` holds (`reply` is then null), else at the first answer that is no redirect. Throws
 * NetworkError.
 */
export async function followRedirects(
  network: Network,
  start: AddressedLink,
  {
    isGoal,
    signal,
    headers,
  }: { isGoal: (link: AddressedLink) => boolean; signal: AbortSignal; headers?: Record<string, string> },
): Promise<{ link: AddressedLink; reply: Reply | null }> {
  let link = start
  for (let followed = 0; !isGoal(link); followed++) {
    const reply = await network.ask(new URL(link.url), { signal, ...(headers && { headers }) })
    const location = reply.headers.location
    if (!redirectStatuses.has(reply.statusCode) || location === undefined) return { link, reply }
    discard(reply)
    if (followed === maxRedirects)
      throw new NetworkError('too_many_redirects', `More than ${maxRedirects} redirects`)
    link = nextHop(String(location), link.url)
  }
  return { link, reply: null }
}

function nextHop(location: string, base: string): AddressedLink {
  const next = URL.canParse(location, base) ? readAmazonAddress(new URL(location, base)) : null
  if (!next || !('url' in next)) throw new NetworkError('not_amazon', 'A redirect led away from Amazon')
  return next
}

type ShortLinkOutcome = { kind: 'resolved'; link: AddressedLink } | { kind: 'failed'; reason: NetworkReason }

export const resolveDeadlineMs = 8_000

/**
 * Follows a short link to its address at the shop, within `deadlineMs` overall. Bodies are never read. A shop address
 * that names no item is a result too; the caller reports it to the person.
 */
export async function resolveShortLink(
  network: Network,
  start: AddressedLink,
  deadlineMs = resolveDeadlineMs,
): Promise<ShortLinkOutcome> {
  try {
    const { link, reply } = await followRedirects(network, start, {
      isGoal: ({ kind }) => kind === 'product',
      signal: AbortSignal.timeout(deadlineMs),
    })
    if (reply) discard(reply)
    if (link.kind === 'short') return { kind: 'failed', reason: 'not_a_redirect' }
    return { kind: 'resolved', link }
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'failed', reason: error.reason }
    throw error
  }
}
