import type { AnswerOf } from '../client.ts'

/** A product as every list of cards shows it. */
export type ProductCardData = AnswerOf<'GET /api/v1/feed'>['items'][number]

/** A product as its own page shows it. */
export type ProductData = AnswerOf<'GET /api/v1/products/:ref'>
