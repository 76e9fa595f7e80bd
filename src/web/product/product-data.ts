import { notFound } from '@tanstack/react-router'
import { hasCode } from '../../shared/errors.ts'
import { isProductRef } from '../../shared/product.ts'
import type { AnswerOf, Api } from '../api/client.ts'

/** A product as every list of cards shows it. */
export type ProductCardData = AnswerOf<'GET /api/v1/feed'>['items'][number]

/** A product as its own page shows it. */
export type ProductData = AnswerOf<'GET /api/v1/products/:ref'>

/** Who had shared a product that is deleted. */
type Creator = Pick<ProductData['profiles'], 'first_name' | 'username'>

/** What is known of a product that is not there. */
export type Missing = { creator?: Creator }

/** A product page's data. Throws the router's not-found, with what is known, for an unknown or impossible id. */
export async function loadProduct(api: Api, ref: string): Promise<ProductData> {
  if (!isProductRef(ref)) throw notFound()
  try {
    return await api('GET /api/v1/products/:ref', { params: { ref } })
  } catch (error) {
    if (hasCode(error, 'not_found')) throw notFound({ data: (error as { details?: Missing }).details })
    throw error
  }
}
