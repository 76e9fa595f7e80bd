import { marketplaces } from '../../../shared/amazon/marketplaces.ts'
import { randomSample } from '../../../shared/amazon/sample.ts'
import { pick } from '../../../shared/fields/by-name.ts'
import { storedFields } from '../../../shared/fields/owner-fields.ts'
import type { AnswerOf } from '../../api/client.ts'
import { emptyFields } from '../../item/form/fields.ts'
import type { ItemFields } from '../../item/form/item-fields.ts'
import type { ItemLink } from '../link/pasted-links.ts'

/** The item to publish, without the fields that the person may edit. */
export type Item = {
  amazon_url: string
  asin: string
  /** Its shop, as shown: 'amazon.com', or the short link's own host. */
  host: string
  /** The picture that was found; the person may use a photo of their own instead. */
  image_url: string | null
  price_usd: number | null
  price_as_of: string | null
  /** Sample details replace those of an item that could not be read. */
  details: 'amazon' | 'sample'
  /** The ASIN is the link's own, so that the person's folio can be searched for it. */
  has_own_asin: boolean
}

/** An item with the first values of the fields. */
export type FoundItem = { item: Item; fields: ItemFields }

export type AmazonProduct = NonNullable<AnswerOf<'POST /functions/v1/amazon-paapi'>['product']>

/** An item as Amazon described it. */
export function itemFromAmazon(link: ItemLink, product: AmazonProduct): FoundItem {
  const { amazon_url, asin, image_url, price_usd, price_as_of, title, description } = product
  return {
    item: {
      amazon_url,
      asin,
      host: hostOf(link),
      image_url,
      price_usd,
      price_as_of,
      details: 'amazon',
      has_own_asin: true,
    },
    fields: { ...emptyFields, title, description: description ?? '', image_url },
  }
}

/**
 * Sample details for a link whose item could not be read. The ASIN is the link's own; only an unresolved short link
 * gets a made-up one. The sample has no price (docs/product/add-item.md#sample-details).
 */
export function itemFromSample(link: ItemLink, random?: () => number): FoundItem {
  const sample = randomSample(random)
  const own = link.kind === 'product'
  return {
    item: {
      amazon_url: link.url,
      asin: own ? link.asin : sample.asin,
      host: hostOf(link),
      image_url: sample.image_url,
      price_usd: null,
      price_as_of: null,
      details: 'sample',
      has_own_asin: own,
    },
    fields: {
      ...emptyFields,
      title: sample.title,
      description: sample.description,
      tags: sample.tags,
      image_url: sample.image_url,
    },
  }
}

const hostOf = (link: ItemLink): string =>
  link.kind === 'product' ? marketplaces[link.marketplace].domain : link.host

export type PublishBody = ReturnType<typeof publishBody>

/** The request: exactly the fields as they are, so that a repeat is the same request. */
export const publishBody = ({ amazon_url, asin }: Pick<Item, 'amazon_url' | 'asin'>, fields: ItemFields) => ({
  amazon_url,
  asin,
  ...pick(fields, storedFields),
  category_id: fields.organization === 'category' ? fields.category_id : null,
})
