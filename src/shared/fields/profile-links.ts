import { withoutDirection } from '../amazon/links.ts'
import { isShortHost, marketplaceCodes, marketplaces } from '../amazon/marketplaces.ts'

/** How many links to other places a storefront has at most (docs/product/storefront.md#links). */
export const maxLinks = 8
/** How long one of them may be. */
export const longestLink = 200

export const linkTexts = {
  unreadable: 'Please enter a web address, such as instagram.com/yourname.',
  insecure: 'Please use an address that begins with https://',
  tooLong: `Please use an address of at most ${longestLink} characters.`,
  amazon: 'Links to Amazon belong to products: post the item, and it keeps your credit.',
  shortened: 'Please use the address that this short link leads to.',
  tooMany: `You can show ${maxLinks} links at most.`,
} as const

type ReadLink = { url: string } | { fault: string }

/**
 * Reads a link to another place: its address in one spelling, or what is wrong with it. Amazon's addresses and short
 * links, which would carry somebody's tag past the products, are refused, also within another address; and what is no
 * public website: ports, credentials, numbers instead of names, names of a network at home.
 */
export function readProfileLink(typed: string): ReadLink {
  const text = withoutDirection(typed).trim()
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = /\s/.test(text) ? null : URL.parse(address)
  if (!url) return { fault: linkTexts.unreadable }
  if (url.protocol === 'http:') return { fault: linkTexts.insecure }
  const host = url.hostname.replace(/\.$/, '')
  if (!isPublicSite(url, host)) return { fault: linkTexts.unreadable }
  if (isAmazons(host) || namesAmazon(url)) return { fault: linkTexts.amazon }
  if (isOf(host, shorteners)) return { fault: linkTexts.shortened }
  url.hostname = host
  return url.href.length <= longestLink ? { url: url.href } : { fault: linkTexts.tooLong }
}

const isPublicSite = (url: URL, host: string): boolean =>
  url.protocol === 'https:' &&
  url.port === '' &&
  url.username === '' &&
  url.password === '' &&
  // Its last part begins with a letter, which no number has.
  /^(?:[a-z\d_-]+\.)+[a-z][a-z\d-]+$/.test(host) &&
  !isOf(host, atHome)

const atHome = new Set(['localhost', 'localdomain', 'local', 'internal', 'lan', 'arpa', 'onion'])

/** Whether a host or one that it belongs to is among these. */
const isOf = (host: string, hosts: { has: (name: string) => boolean }): boolean => {
  const parts = host.split('.')
  return parts.some((_, first) => hosts.has(parts.slice(first).join('.')))
}

/** Amazon's sites in every country, also where it has no associates, and its short hosts. */
const isAmazons = (host: string): boolean =>
  /(?:^|\.)(?:amazon|amzn)(?:\.[a-z]{2,4}){1,2}$/.test(host) ||
  /(?:^|\.)(?:amazon|amazon-adsystem\.com)$/.test(host) ||
  isOf(host, { has: isShortHost })

const namedHosts = [
  ...marketplaceCodes.map((code) => marketplaces[code].domain),
  'amzn.to',
  'amzn.eu',
  'a.co',
]
const named = new RegExp(`(?<![a-z\\d-])(?:${namedHosts.join('|').replaceAll('.', '\\.')})(?![a-z\\d-])`, 'i')

/** How often an address may stand in another that is looked into. */
const maxDepth = 4

/** Whether an address names one of Amazon's in itself, as redirects do: `/out?to=https%3A%2F%2Famzn.to%2F…`. */
function namesAmazon({ pathname, search, hash }: URL): boolean {
  let text = pathname + search + hash
  for (let depth = 0; depth < maxDepth; depth++) {
    if (named.test(text)) return true
    text = decoded(text)
  }
  return false
}

const decoded = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (coded) => {
    try {
      return decodeURIComponent(coded)
    } catch {
      return coded
    }
  })

/** Hosts whose addresses say nothing of where they lead, and those of programs of other sellers. */
const shorteners = new Set([
  ...['bit.ly', 'bitly.com', 'bl.ink', 'buff.ly', 'cutt.ly', 'dub.sh', 'goo.gl', 'is.gd', 'lnkd.in', 'ow.ly'],
  ...[
    'rb.gy',
    'rebrand.ly',
    'short.io',
    'shorturl.at',
    's.id',
    'soo.gd',
    'surl.li',
    't.co',
    't.ly',
    'tiny.cc',
  ],
  ...['tinyurl.com', 'v.gd', 'x.gd', 'urlz.fr', 'trib.al', 'app.link', 'page.link', 'onelink.me', 'lnk.to'],
  ...[
    'geni.us',
    'buyth.at',
    'howl.me',
    'howl.link',
    'liketk.it',
    'ltk.app',
    'magik.ly',
    'mavely.app',
    'rstyle.me',
  ],
  ...[
    'shopstyle.it',
    'shop-edit.com',
    'smarturl.it',
    'urlgeni.us',
    'linktw.in',
    'shrsl.com',
    'skim.gs',
    'fave.co',
  ],
  ...['bttr.to', 'kit.co', 'joylink.io', 'pxf.io', 'sjv.io', 'prf.hn', 'awin1.com', 'go.skimresources.com'],
])

/** The signs of places; the globe's where a place is none of the known ones. */
export const linkSigns = ['camera', 'note', 'film', 'pin', 'at', 'people', 'letter', 'bag', 'globe'] as const
type LinkSign = (typeof linkSigns)[number]

const places = {
  'instagram.com': ['Instagram', 'camera'],
  'tiktok.com': ['TikTok', 'note'],
  'youtube.com': ['YouTube', 'film'],
  'youtu.be': ['YouTube', 'film'],
  'twitch.tv': ['Twitch', 'film'],
  'pinterest.com': ['Pinterest', 'pin'],
  'threads.net': ['Threads', 'at'],
  'threads.com': ['Threads', 'at'],
  'x.com': ['X', 'at'],
  'twitter.com': ['X', 'at'],
  'bsky.app': ['Bluesky', 'at'],
  'facebook.com': ['Facebook', 'people'],
  'linkedin.com': ['LinkedIn', 'people'],
  'spotify.com': ['Spotify', 'note'],
  'substack.com': ['Substack', 'letter'],
  'patreon.com': ['Patreon', 'letter'],
  'etsy.com': ['Etsy', 'bag'],
} as const satisfies Record<string, [name: string, sign: LinkSign]>

const placeOf = new Map<string, readonly [name: string, sign: LinkSign]>(Object.entries(places))

/** The name and sign by which a stored link is shown (docs/product/storefront.md#links). */
export function shownLink(url: string) {
  const host = (URL.parse(url)?.hostname ?? url).replace(/^www\./, '')
  const parts = host.split('.')
  const known = parts.map((_, first) => placeOf.get(parts.slice(first).join('.'))).find(Boolean)
  const [name, sign] = known ?? [host, 'globe']
  return { url, name, sign }
}
