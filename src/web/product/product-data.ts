import { notFound } from '@tanstack/react-router'
import { hasCode } from '../../shared/errors.ts'
import { isProductRef } from '../../shared/product.ts'
import type { AnswerOf, Api } from '../api/client.ts'

/** A product as every list of cards shows it. */
export type ProductCardData = AnswerOf<'GET /api/v1/feed'>['items'][number]

/** A product as its own page shows it. */
export type ProductData = AnswerOf<'GET /api/v1/products/:ref'>

/** A product page's data. Throws the router's not-found for an unknown or impossible id. */
export async function loadProduct(api: Api, ref: string): Promise<ProductData> {
  if (!isProductRef(ref)) throw notFound()
  try {
    return await api('GET /api/v1/products/:ref', { params: { ref } })
  } catch (error) {
    if (hasCode(error, 'not_found')) throw notFound()
    throw error
  }
}
