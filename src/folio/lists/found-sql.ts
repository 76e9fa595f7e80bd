import { type RawBuilder, sql } from 'kysely'
import { holdsWords } from './cards-sql.ts'
import { follows, type PublicList } from './positions-sql.ts'

/** The search terms for public texts of products. */
export type Sought = {
  /** Each word must be part of a title, description or tag. */
  words: readonly string[]
  /** One of the tags must begin with this. */
  tag?: string | undefined
}

/** Condition on a product `p`: it has all words, and such a tag. Listed products have no sample text. */
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
