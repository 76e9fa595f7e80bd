import { asinOf } from './asin.ts'
import { isShortHost, type Marketplace, marketplaceOfHost, shopHost } from './marketplaces.ts'

/** The result of reading a pasted text. `url` is https, without foreign tags and tracking, at most 2048 characters. */
export type AmazonLink =
  | { kind: 'product'; marketplace: Marketplace; host: string; asin: string; url: string }
  | { kind: 'no_asin'; marketplace: Marketplace; host: string; url: string }
  | { kind: 'short'; host: string; url: string }
  | { kind: 'empty' }
  | { kind: 'not_amazon' }

export const emptyLinkMessage = 'Please enter an Amazon URL'
export const notAmazonMessage = "Oops! That didn't look like an Amazon product link. Try again?"
export const noAsinMessage = 'Could not extract ASIN from URL'
export const invalidAmazonMessage = 'Invalid Amazon URL provided'

/** The longest link that is kept. */
const maxLength = 2048
/** The longest text that is read: links with all their tracking are longer than what is kept of them. */
export const maxPastedLength = 16_384

/** Reads a text that was pasted or shared from a phone: a link, alone or with text around it. Never throws. */
export function readAmazonLink(text: string): AmazonLink {
  const trimmed = withoutDirection(text).replace(invisible, ' ').trim()
  if (!trimmed) return { kind: 'empty' }
  const link = trimmed.length <= maxPastedLength ? firstLink(trimmed) : undefined
  return link && URL.canParse(link) ? readAmazonAddress(new URL(link)) : { kind: 'not_amazon' }
}

/**
 * A text without the marks that apps put around and into links in lines of both directions. Before a link that follows
 * a word at once a space takes their place.
 */
export const withoutDirection = (text: string): string =>
  text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+(https?:)?/gi, (_, link?: string) =>
    link ? ` ${link}` : '',
  )

/** How many addresses may stand in each other: sign-in around a wrapper around an item, and one to spare. */
const maxDepth = 4

/**
 * Decides whether a parsed address is Amazon's, and which item it names, itself or in an address of Amazon's in its
 * query. Accepts http (upgraded), the default port and exact hosts only; an address with user-info is refused whatever
 * its host.
 */
export function readAmazonAddress(address: URL, depth = maxDepth): AmazonLink {
  const url = cleanAddress(address)
  if (!url) return { kind: 'not_amazon' }
  const { hostname: host } = url
  const marketplace = marketplaceOfHost(host)
  const asin = marketplace ? asinOf(url) : host === 'amzn.com' ? shortcutOf(url) : null
  if (asin) return productOf(url, marketplace ?? 'us', asin)
  if (!marketplace && !isShortHost(host)) return { kind: 'not_amazon' }
  const inner = depth > 1 ? innerLink(url, depth - 1) : undefined
  if (inner) return inner
  const href = fittingHref(url)
  if (marketplace && href) return { kind: 'no_asin', marketplace, host, url: href }
  // A short host's address without a path names nothing.
  return href && url.pathname !== '/' ? { kind: 'short', host, url: href } : { kind: 'not_amazon' }
}

/** The item's link, as it was given where that is short enough, else its plain address. */
function productOf(url: URL, marketplace: Marketplace, asin: string): AmazonLink {
  const { hostname: host, href } = url
  const short = href.length <= maxLength ? href : `https://${host}/dp/${asin}`
  return { kind: 'product', marketplace, host, asin, url: short }
}

/** The first item, else the first short link, among the addresses in a query: `/sspa/click?url=%2Fdp%2FB0…`. */
function innerLink(url: URL, depth: number): AmazonLink | undefined {
  const links = [...url.searchParams.values()]
    .filter((value) => /^(https?:\/)?\//i.test(value) && URL.canParse(value, url))
    .map((value) => readAmazonAddress(new URL(value, url), depth))
  return links.find(({ kind }) => kind === 'product') ?? links.find(({ kind }) => kind === 'short')
}

/** An address, without its query where it would be too long; undefined where it is too long even so. */
const fittingHref = ({ href, origin, pathname }: URL) =>
  [href, origin + pathname].find(({ length }) => length <= maxLength)

// amzn.com, unlike the other short hosts, also takes an item's path: the ASIN is then in the link itself.
const asinShortcut = /^\/(?:dp\/)?((?=[a-z]*\d)[a-z0-9]{10})\/?$/i
const shortcutOf = ({ pathname }: URL) => asinShortcut.exec(pathname)?.[1]?.toUpperCase()

/** The message for a result that keeps the person at the field (docs/product/add-item.md#link), else null. */
export function linkProblem(link: AmazonLink): string | null {
  switch (link.kind) {
    case 'empty':
      return emptyLinkMessage
    case 'not_amazon':
      return notAmazonMessage
    case 'no_asin':
      return noAsinMessage
    default:
      return null
  }
}

/** The item's address at its shop, for requests and for display. */
export const productUrl = (marketplace: Marketplace, asin: string): string =>
  `https://${shopHost(marketplace)}/dp/${asin}`

/**
 * The target of 'Shop on Amazon': the item with our tag and the short link as sub-tag. Without a tag the link works but
 * earns nothing, so no sub-tag is sent either.
 */
export function shopLink(item: {
  marketplace: Marketplace
  asin: string
  tag: string | undefined
  subTag: string
}): string {
  const url = productUrl(item.marketplace, item.asin)
  if (!item.tag) return url
  return `${url}?${new URLSearchParams({ tag: item.tag, ascsubtag: item.subTag })}`
}

// Only plain characters: what a browser would fold into "amazon.com" (full-width letters, soft hyphens) is refused,
// and so are user-info, backslashes and literal IPv6 addresses.
const linkShape = /^https?:\/\/[a-z0-9.-]+(:\d+)?([/?#][^\\]*)?$/i
// A link starts the text or follows a space, an opening mark or a character of another script.
const withScheme = /(?:^|[\s(<[{"'|]|[^\0-\x7f])(https?:[^\s<>"]+)/i
const bareHost = /^([a-z0-9.-]+)(?=[/?#:]|$)/i
// Some apps copy these characters along; they are never part of a link.
const invisible = /[\u200b-\u200d\u2060-\u2065\ufeff]/g
const trailingMarks = /[.,;:!?)\]}'’”»>]+$/

/** The first link in a text: the first with a scheme, else the first word that starts with a host of Amazon's. */
function firstLink(text: string): string | undefined {
  const found = withScheme.exec(text)?.[1] ?? bareLink(text)
  const link = found?.replace(trailingMarks, '')
  return link && linkShape.test(link) ? link : undefined
}

function bareLink(text: string): string | undefined {
  const words = text.split(/[\s<>"]+/).map((word) => word.replace(/^[([{'|]+/, ''))
  const ours = words.filter((word) => {
    const host = bareHost.exec(word)?.[1]?.toLowerCase()
    return host !== undefined && (marketplaceOfHost(host) !== undefined || isShortHost(host))
  })
  // Titles often begin with the shop's name ("Amazon.com: Mug"): a word with a path is the likelier link.
  const word = ours.find((candidate) => candidate.includes('/')) ?? ours[0]
  return word && `https://${word}`
}

const tracking = ['tag', 'ascsubtag', 'linkCode', 'linkId', 'camp', 'creative', 'creativeASIN', 'ref', 'ref_']

/** The address upgraded to https and cleaned, or null when its form alone rules it out. */
function cleanAddress(address: URL): URL | null {
  if (!/^https?:$/.test(address.protocol) || address.username || address.password || address.port) return null
  const url = new URL(address)
  url.protocol = 'https:'
  url.hash = ''
  const unwanted = [...url.searchParams.keys()].filter((name) => isTracking(name))
  for (const name of unwanted) url.searchParams.delete(name)
  return url
}

const isTracking = (name: string) => tracking.includes(name) || /^(pf_rd_|utm_|pd_rd_(?!i$))/.test(name)
