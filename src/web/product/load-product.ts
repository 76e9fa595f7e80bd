import { notFound } from '@tanstack/react-router'
import { hasCode } from '../../shared/errors.ts'
import type { Api } from '../client.ts'
import type { ProductData } from './card-data.ts'

/** What a short-link id, a product id or an ASIN may look like. */
const refShape = /^[A-Za-z0-9-]{1,100}$/

/** A product page's data. Throws the router's not-found for what is not there or cannot be. */
export async function loadProduct(api: Api, ref: string): Promise<ProductData> {
  if (!refShape.test(ref)) throw notFound()
  try {
    return await api('GET /api/v1/products/:ref', { params: { ref } })
  } catch (error) {
    if (hasCode(error, 'not_found')) throw notFound()
    throw error
  }
}
