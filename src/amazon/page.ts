import { productUrl, readAmazonAddress } from '../shared/amazon/links.ts'
import type { Marketplace } from '../shared/amazon/marketplaces.ts'
import { discard, type Network, NetworkError, type NetworkReason, type Reply, readBody } from './network.ts'
import { type PageOutcome, readPageMetadata } from './page-metadata.ts'
import { type AddressedLink, followRedirects } from './redirects.ts'

export type ProductPageOutcome =
  | PageOutcome
  | { kind: 'failed'; reason: NetworkReason | 'not_found' | 'refused' | 'not_html' }

export const pageDeadlineMs = 8_000
// Product pages run to about this size; what names the item stands in the first part.
const maxPageBytes = 1_500_000

/** Reads an item's page at its shop, within `deadlineMs` overall, following redirects within Amazon only. */
export async function readProductPage(
  network: Network,
  item: { marketplace: Marketplace; asin: string },
  deadlineMs = pageDeadlineMs,
): Promise<ProductPageOutcome> {
  const start = readAmazonAddress(new URL(productUrl(item.marketplace, item.asin))) as AddressedLink
  try {
    const { reply } = await followRedirects(network, start, {
      isGoal: () => false,
      signal: AbortSignal.timeout(deadlineMs),
      headers: { accept: 'text/html', 'accept-language': 'en-US,en;q=0.8' },
    })
    return reply ? await readReply(reply) : { kind: 'failed', reason: 'not_html' }
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'failed', reason: error.reason }
    throw error
  }
}

async function readReply(reply: Reply): Promise<ProductPageOutcome> {
  const type = String(reply.headers['content-type'] ?? '')
  const refusal = refusalOf(reply.statusCode) ?? (/^text\/html\b/i.test(type) ? null : 'not_html')
  if (refusal) {
    discard(reply)
    return { kind: 'failed', reason: refusal }
  }
  return readPageMetadata(decode(await readBody(reply, maxPageBytes), type))
}

function refusalOf(status: number): 'not_found' | 'refused' | null {
  if (status === 200) return null
  return status === 404 || status === 410 ? 'not_found' : 'refused'
}

function decode(bytes: Buffer, type: string): string {
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // A charset nobody knows: the marks we look for are plain letters in any of them.
    return new TextDecoder().decode(bytes)
  }
}
