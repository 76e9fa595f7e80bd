import { displayTitle } from '../../../shared/product.ts'
import type { AnswerOf } from '../../api/client.ts'

/** One of a person's lists in an overview. */
export type OwnListCard = AnswerOf<'GET /api/v1/me/lists'>['items'][number]

/** One of a person's lists with some of its things. */
export type OwnListPage = AnswerOf<'GET /api/v1/me/lists/:id'>

/** A thing of it, as the owner sees it. */
export type OwnListItem = OwnListPage['items']['items'][number]

/** What a thing of a list is called; one that is no longer shared has lost its title. */
export const nameOf = ({ product }: OwnListItem): string =>
  product ? displayTitle(product) : 'No longer shared'

/** The number of products that one call puts into a list. */
export const maxSaved = 100
