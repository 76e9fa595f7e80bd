import {
  type AmazonLink,
  linkProblem,
  notAmazonMessage,
  readAmazonLink,
  withoutDirection,
} from '../../../shared/amazon/links.ts'

/** A link that may name an item: the item's own, or an unresolved short one. */
export type ItemLink = Extract<AmazonLink, { kind: 'product' | 'short' }>

/** One of several links pasted at once: the item it names, or the reason why it names none. */
export type PastedLink = { text: string } & ({ link: ItemLink } | { problem: string })

// Between links: white space, invisible characters, and commas that are not part of an address.
const between =
  /[\s<>"\u200b-\u200d\u2060-\u2065\ufeff]+|[,;|]+(?=$|[\s<>"]|https?:|[a-z0-9-]+(?:\.[a-z0-9-]+)+\/)/i
const linkStart = /^[([{'|]*(?:https?:\/\/|[a-z0-9-]+(?:\.[a-z0-9-]+)+\/\S)/i
// Languages written without spaces put a link right after a word.
const gluedLink = /([^\0-\x7f])(?=https?:\/\/)/g

/** Every word of a text that looks like a link, of Amazon's or not. */
const linksIn = (text: string): string[] =>
  withoutDirection(text)
    .replace(gluedLink, '$1 ')
    .split(between)
    .filter((word) => linkStart.test(word))

const isItemLink = (link: AmazonLink): link is ItemLink => link.kind === 'product' || link.kind === 'short'

/**
 * The first link of an Amazon item in a text that a person typed, pasted or shared, whatever is around it; or the
 * message why there is none (docs/product/add-item.md#link).
 */
export function readItemLink(text: string): ItemLink | { problem: string } {
  const links = linksIn(text).map(readAmazonLink)
  const link = links.find(isItemLink) ?? links.find(({ kind }) => kind === 'no_asin') ?? readAmazonLink(text)
  return isItemLink(link) ? link : { problem: problemOf(link) }
}

const problemOf = (link: AmazonLink) => linkProblem(link) ?? notAmazonMessage

/** All links in a pasted text, each item once, where at least two are Amazon's and one names an item; else null. */
export function severalLinks(text: string): PastedLink[] | null {
  const found = new Map<string, PastedLink>()
  let ofAmazon = 0
  for (const word of linksIn(text)) {
    const link = readAmazonLink(word)
    const id = identityOf(link, word)
    if (found.has(id)) continue
    if (link.kind !== 'not_amazon') ofAmazon++
    found.set(id, { text: word, ...(isItemLink(link) ? { link } : { problem: problemOf(link) }) })
  }
  const links = [...found.values()]
  return ofAmazon > 1 && links.some((pasted) => 'link' in pasted) ? links : null
}

function identityOf(link: AmazonLink, word: string): string {
  if (link.kind === 'product') return `${link.marketplace}/${link.asin}`
  return 'url' in link ? link.url : word
}

/**
 * The part of a shared query (`title`, `text`, `url`) that names an item, else the first that is not empty. Apps differ
 * in where they put the link; Amazon's own puts it into `text`, after the title.
 */
export function sharedText(query: string): string {
  const params = new URLSearchParams(query)
  const given = ['url', 'text', 'title'].map((name) => params.get(name)?.trim() ?? '').filter(Boolean)
  return given.find((text) => !('problem' in readItemLink(text))) ?? given[0] ?? ''
}
