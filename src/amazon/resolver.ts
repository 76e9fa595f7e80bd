import { discard, type Network, NetworkError, type NetworkReason } from './network.ts'
import { type AddressedLink, followRedirects } from './redirects.ts'

export type ShortLinkOutcome =
  | { kind: 'resolved'; link: AddressedLink }
  | { kind: 'failed'; reason: NetworkReason }

export const resolveDeadlineMs = 8_000

/**
 * Follows a short link to the shop's address it stands for, within `deadlineMs` overall. Bodies are never read.
 * A shop's address that names no item is a result too: the caller says so to the person.
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
