import { Parser } from 'htmlparser2'
import { productUrl, readAmazonAddress } from '../shared/amazon/links.ts'
import type { Marketplace } from '../shared/amazon/marketplaces.ts'
import { discard, type Network, NetworkError, type NetworkReason, type Reply, readBody } from './network.ts'
import { type AddressedLink, followRedirects } from './redirects.ts'
import { maxDescription, maxTitle, plainLine, plainText, productImage } from './rules.ts'

type ProductPageOutcome =
  | PageOutcome
  | { kind: 'failed'; reason: NetworkReason | 'not_found' | 'refused' | 'not_html' }

export const pageDeadlineMs = 8_000
// Product pages have about this size, and name the item in the first part.
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
    // An unknown charset does not matter: the searched marks are ASCII in any of them.
    return new TextDecoder().decode(bytes)
  }
}

/** An item's details from its product page. Never a price: those may only come from the Creators API. */
type PageMetadata = { title: string; description: string | null; image_url: string | null }

type PageOutcome =
  | { kind: 'read'; metadata: PageMetadata }
  | { kind: 'failed'; reason: 'robot_check' | 'no_metadata' }

const robotMarks = [
  '/errors/validateCaptcha',
  'To discuss automated access to Amazon data',
  'Robot Check',
  'opfcaptcha.amazon',
  'click the button below to continue shopping',
]

/**
 * Reads a product page's metadata from its HTML, which may be cut short. A captcha page, and a page without an item's
 * title, are failures.
 */
export function readPageMetadata(html: string): PageOutcome {
  const lower = html.toLowerCase()
  if (robotMarks.some((mark) => lower.includes(mark.toLowerCase())))
    return { kind: 'failed', reason: 'robot_check' }
  const found = collect(html)
  const title = [found.productTitle, found['og:title'], found['meta:title'], found.title]
    .map((text) => itemTitle(plainLine(text, 2_000)))
    .find(Boolean)
  if (!title) return { kind: 'failed', reason: 'no_metadata' }
  const description = plainText(found['og:description'] ?? found['meta:description'], maxDescription)
  return {
    kind: 'read',
    metadata: {
      title: plainLine(title, maxTitle),
      description: description || null,
      image_url: productImage(found['og:image']) ?? productImage(found.landingImage),
    },
  }
}

type Found = Partial<
  Record<
    | 'title'
    | 'productTitle'
    | 'landingImage'
    | 'og:title'
    | 'og:description'
    | 'og:image'
    | 'meta:title'
    | 'meta:description',
    string
  >
>

const metaNames = new Set(['og:title', 'og:description', 'og:image', 'meta:title', 'meta:description'])

/** The texts by which a page may name its item; the first of each. */
function collect(html: string): Found {
  const found: Found = {}
  let reading: { as: 'title' | 'productTitle'; tag: string; text: string } | null = null
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      if (tag === 'meta') keepMeta(found, attributes)
      else if (tag === 'title' || attributes.id === 'productTitle')
        reading ??= { as: tag === 'title' ? 'title' : 'productTitle', tag, text: '' }
      else if (attributes.id === 'landingImage')
        found.landingImage ??= attributes['data-old-hires'] || attributes.src
    },
    ontext: (text) => {
      if (reading) reading.text += text
    },
    onclosetag: (tag) => {
      if (reading?.tag !== tag) return
      found[reading.as] ??= reading.text
      reading = null
    },
  })
  parser.end(html)
  return found
}

function keepMeta(found: Found, { property, name, content }: Record<string, string>) {
  const key = property ?? (name?.startsWith('og:') ? name : `meta:${name}`)
  if (content && metaNames.has(key)) found[key as keyof Found] ??= content
}

const shopName = String.raw`amazon(?:\.[a-z]{2,3}){1,2}`
const shopFirst = new RegExp(String.raw`^${shopName}\s*[:|–-]\s*`, 'i')
const shopLast = new RegExp(String.raw`\s*[:|–-]\s*${shopName}\s*(?::.*)?$`, 'i')
const department = /\s+:\s+[^:]+$/
// Titles of the shop itself, not of an item.
const notAnItem =
  /^(amazon(\.[a-z]{2,3}){0,2}|page not found|document not found|sorry! something went wrong!?|503.*)$/i

/** An item's title without the shop's name and department; empty where the title is the shop's own. */
export function itemTitle(text: string): string {
  const withoutShop = shopFirst.test(text)
    ? text.replace(shopFirst, '').replace(department, '')
    : text.replace(shopLast, '')
  const title = withoutShop.trim()
  return notAnItem.test(title) ? '' : title
}
