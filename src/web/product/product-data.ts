import { notFound } from '@tanstack/react-router'
import { hasCode } from '../../shared/errors.ts'
import { isProductRef } from '../../shared/product.ts'
import type { AnswerOf, Api } from '../api/client.ts'

/** A product as every list of cards shows it. */
export type ProductCardData = AnswerOf<'GET /api/v1/feed'>['items'][number]

/** A product as its own page shows it. */
export type ProductData = AnswerOf<'GET /api/v1/products/:ref'>

/** Where a product's page leads on to. */
export type DoorwayData = AnswerOf<'GET /api/v1/products/:ref/doorway'>

/** Who had shared a product that is deleted. */
type Creator = Pick<ProductData['profiles'], 'first_name' | 'username'>

/** What is known of a product that is not there. */
export type Missing = { creator?: Creator; doorway?: DoorwayData | null }

/** A product page's data; it leads nowhere where its creator has no public profile. */
export type ProductPageData = { product: ProductData; doorway: DoorwayData | null }

/** A product page's data. Throws the router's not-found, with what is known, for an unknown or impossible id. */
export async function loadProduct(api: Api, ref: string): Promise<ProductPageData> {
  if (!isProductRef(ref)) throw notFound()
  const asked = Promise.all([
    api('GET /api/v1/products/:ref', { params: { ref } }).catch(missingIn),
    api('GET /api/v1/products/:ref/doorway', { params: { ref } }).catch(nowhere),
  ])
  const [product, doorway] = await asked
  if ('missing' in product) throw notFound({ data: { ...product.missing, doorway } satisfies Missing })
  return { product, doorway }
}

function missingIn(error: unknown): { missing: Missing } {
  if (hasCode(error, 'not_found')) return { missing: { ...(error as { details?: Missing }).details } }
  throw error
}

function nowhere(error: unknown): null {
  if (hasCode(error, 'not_found')) return null
  throw error
}
