import { z } from 'zod'
import { isAsin } from '../../shared/amazon/asin.ts'
import { type Marketplace, marketplaces } from '../../shared/amazon/marketplaces.ts'
import { usdToCents } from '../../shared/money.ts'
import { type AmazonItem, maxDescription, maxTitle, plainLine, plainText, productImage } from '../rules.ts'

/** The fields requested from the Creators API for each item. */
export const itemResources = [
  'itemInfo.title',
  'itemInfo.features',
  'images.primary.large',
  'offersV2.listings.price',
  'offersV2.listings.availability',
  'parentASIN',
]

/** Any part may be missing or odd without spoiling the rest: unreadable parts are ignored. */
const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

const listing = z.object({
  price: z.object({ money: z.object({ amount: z.coerce.number(), currency: z.string() }) }),
})

const item = z.object({
  asin: z.string().refine(isAsin),
  itemInfo: lenient(
    z.object({
      title: lenient(z.object({ displayValue: z.string() })),
      features: lenient(z.object({ displayValues: z.array(z.string()) })),
    }),
  ),
  images: lenient(z.object({ primary: z.object({ large: z.object({ url: z.string() }) }) })),
  // Unreadable offers give no availability; absent offers mean that nothing is offered.
  offersV2: z
    .object({ listings: z.array(z.unknown()).default([]) })
    .default({ listings: [] })
    .or(z.unknown().transform(() => null)),
})

// The wrapper's name is not certain, so both shapes are read, only here.
const answer = z
  .object({ itemsResult: z.object({ items: z.array(z.unknown()) }) })
  .transform(({ itemsResult }) => itemsResult.items)
  .or(z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items))
  .or(z.object({ errors: z.array(z.unknown()).min(1) }).transform((): unknown[] => []))

/**
 * The items of a getItems answer by ASIN; unreadable and missing ones are left out. Null when the answer as a whole is
 * unreadable.
 */
export function readItems(
  body: unknown,
  marketplace: Marketplace,
  now: Date,
): Map<string, AmazonItem> | null {
  const found = answer.safeParse(body)
  if (!found.success) return null
  const items = found.data.flatMap((one) => {
    const parsed = item.safeParse(one)
    return parsed.success ? [toItem(parsed.data, marketplace, now)] : []
  })
  return new Map(items.map((one) => [one.asin, one]))
}

function toItem(wire: z.output<typeof item>, marketplace: Marketplace, now: Date): AmazonItem {
  const features = wire.itemInfo?.features?.displayValues.map((line) => plainLine(line, maxDescription))
  const price_cents = priceOf(wire, marketplace)
  return {
    marketplace,
    asin: wire.asin,
    title: plainLine(wire.itemInfo?.title?.displayValue, maxTitle),
    description: plainText(features?.join('\n'), maxDescription) || null,
    image_url: productImage(wire.images?.primary.large.url),
    price_cents,
    price_as_of: price_cents === null ? null : now,
    availability: availabilityOf(wire),
    source: 'creators_api',
    fetched_at: now,
  }
}

const maxCents = 2 ** 31 - 1

/** The first listing's price, in US dollars from a shop that sells in them; otherwise none. */
function priceOf(wire: z.output<typeof item>, marketplace: Marketplace): number | null {
  if (marketplaces[marketplace].currency !== 'USD') return null
  for (const one of wire.offersV2?.listings ?? []) {
    const parsed = listing.safeParse(one)
    if (!parsed.success) continue
    const { amount, currency } = parsed.data.price.money
    const cents = currency === 'USD' ? usdToCents(amount) : null
    return cents !== null && cents > 0 && cents <= maxCents ? cents : null
  }
  return null
}

const stock = z.object({
  availability: z.object({ type: lenient(z.string()), message: lenient(z.string()) }),
})

/**
 * In stock while any listing is; a listing that does not say otherwise is. The exact form in Amazon's answers is not
 * certain, so it is read only here.
 */
function availabilityOf({ offersV2 }: z.output<typeof item>): AmazonItem['availability'] {
  if (!offersV2) return null
  return offersV2.listings.some(isOnSale) ? 'in_stock' : 'out_of_stock'
}

function isOnSale(one: unknown): boolean {
  const { data } = stock.safeParse(one)
  const said = `${data?.availability.type ?? ''} ${data?.availability.message ?? ''}`
  return !/out[ _]?of[ _]?stock|unavailable/i.test(said)
}
