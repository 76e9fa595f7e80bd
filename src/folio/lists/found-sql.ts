import { type RawBuilder, sql } from 'kysely'
import { holdsWords } from './cards-sql.ts'
import { follows, type PublicList } from './places-sql.ts'

/** What is looked for in what others may see of products. */
export type Sought = {
  /** Each is part of a title, description or tag. */
  words: readonly string[]
  /** One of the tags begins with it. */
  tag?: string | undefined
}

/** Of a product `p`: it holds all words, and such a tag. What is in a list of others has no sample's words. */
export const isFound = ({ words, tag }: Sought): RawBuilder<unknown> =>
  tag === undefined ? holdsWords(words) : sql`(${holdsWords(words)} and ${hasTag(tag)})`

export const isFollowed = ({ followedBy }: PublicList) =>
  followedBy === undefined ? sql`true` : sql`p.user_id in (${follows(followedBy)})`

export const isInCategory = ({ categorySlug }: PublicList) =>
  categorySlug === undefined
    ? sql`true`
    : sql`exists (
        select from product_categories pc join categories c on c.id = pc.category_id
        where pc.product_id = p.id and not pc.unlisted and c.slug = ${categorySlug})`

const hasTag = (tag: string): RawBuilder<unknown> =>
  sql`exists (select from unnest(p.tags) as t where search_form(t) like ltrim(search_pattern(${tag}), '%'))`
