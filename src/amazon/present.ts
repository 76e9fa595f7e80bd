import type { z } from 'zod'
import { productUrl } from '../shared/amazon/links.ts'
import { centsToUsd } from '../shared/money.ts'
import type { amazonProduct } from './contract.ts'
import { type AmazonItem, withShowablePrice } from './rules.ts'

/** An item as the functions answer it, at `now`. */
export function presentItem(item: AmazonItem, now: Date): z.input<typeof amazonProduct> {
  const { marketplace, asin, title, description, image_url } = item
  const { price_cents, price_as_of } = withShowablePrice(item, now)
  return {
    asin,
    amazon_url: productUrl(marketplace, asin),
    title,
    description,
    image_url,
    price_usd: price_cents === null ? null : centsToUsd(price_cents),
    price_as_of: price_as_of?.toISOString() ?? null,
  }
}
