import type { ProductCardData } from '../product-data.ts'

/** A product as lists show it, numbered so that lists can have many; its price was read just now. */
export function cardWith(values: Partial<ProductCardData> = {}, number = 1): ProductCardData {
  return {
    id: `0193a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    user_id: '0193a000-0000-7000-8000-00000000000c',
    short_link_id: `mug-${number}`,
    asin: 'B08N5WRWNW',
    title: `Mug ${number}`,
    description: null,
    user_comment: null,
    image_url: null,
    image_source: null,
    image_side: null,
    sign: null,
    price_usd: 68.5,
    price_as_of: new Date().toISOString(),
    clicks_count: 0,
    created_at: new Date(Date.UTC(2026, 0, 1) - number * 1000).toISOString(),
    profiles: { first_name: 'Ana', username: 'ana-lopez', avatar_url: null },
    ...values,
  }
}

/** `Mug {from}` and those after it, the newest first. */
export const mugs = (count: number, from = 1): ProductCardData[] =>
  Array.from({ length: count }, (_, index) => cardWith({}, from + index))

/** The titles of the cards on the screen, in order. */
export const titlesShown = (): string[] =>
  [...document.querySelectorAll('article :is(h2, h3)')].map((heading) => heading.textContent)
