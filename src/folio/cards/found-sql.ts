import { type RawBuilder, sql } from 'kysely'
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
  words.length === 0
    ? sql`false`
    : sql.join(
        [
          ...filledUp(words).map((word) => sql`p.search_text like ${patternOf(word)}`),
          ...(tag === undefined ? [] : [hasTag(tag)]),
        ],
        sql` and `,
      )

/** Texts of at most so many words are sought by one statement, so that few are prepared. */
export const usualWords = 3

/** One word is sought again for each that is missing, which costs only rows that have it. */
const filledUp = (words: readonly string[]) =>
  Array.from({ length: Math.max(usualWords, words.length) }, (_, n) => words[n] ?? words[0] ?? '')

// Made once a statement, and unknown to the planner, so that one plan fits all words.
const patternOf = (word: string) => sql`(select search_pattern(${word}))`

export const isFollowed = ({ followedBy }: PublicList) =>
  followedBy === undefined ? sql`true` : sql`p.user_id in (${follows(followedBy)})`

export const isInCategory = ({ categorySlug }: PublicList) =>
  categorySlug === undefined
    ? sql`true`
    : sql`exists (
        select from product_categories pc join categories c on c.id = pc.category_id
        where pc.product_id = p.id and not pc.unlisted and c.slug = ${categorySlug})`

const hasTag = (tag: string): RawBuilder<unknown> =>
  sql`exists (select from unnest(p.tags) as t where search_form(t) like ltrim(${patternOf(tag)}, '%'))`
