import { itemWith } from '../../item/testing/item.ts'
import type { ProductData } from '../product-data.ts'

/** A product as visitors see it. */
export const productWith = (values: Partial<ProductData> = {}): ProductData => ({
  ...itemWith({ in: 'kitchen' }),
  title: 'Gooseneck pour-over kettle',
  description: 'A stovetop kettle with a narrow spout.',
  image_url: null,
  image_source: null,
  price_usd: 68,
  price_as_of: new Date().toISOString(),
  owner: null,
  ...values,
})
