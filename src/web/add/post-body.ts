import type { Fields } from '../item/form/fields.ts'
import type { Item } from './posting/item.ts'

export type PostBody = ReturnType<typeof postBody>

/** What is sent: exactly the fields as they stand, so that a repeat is the same request. */
export const postBody = (
  { amazon_url, asin, image_url }: Pick<Item, 'amazon_url' | 'asin' | 'image_url'>,
  fields: Fields,
) => ({
  amazon_url,
  asin,
  image_url,
  title: fields.title,
  description: fields.description,
  user_comment: fields.user_comment,
  tags: fields.tags,
  category_id: fields.organization === 'category' ? fields.category_id : null,
})
