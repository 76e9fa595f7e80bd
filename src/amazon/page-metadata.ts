import { Parser } from 'htmlparser2'
import { maxDescription, maxTitle, plainLine, plainText, productImage } from './rules.ts'

/** What a product page says of its item. Never a price: those may only come from the Creators API. */
export type PageMetadata = { title: string; description: string | null; image_url: string | null }

export type PageOutcome =
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
 * Reads a product page's metadata from its HTML, which may be cut short. A page that asks whether one is a robot,
 * and one without a title of an item, are failures.
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

/** The texts a page may name its item by; the first of each. */
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
// Pages of the shop itself, not of an item.
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
