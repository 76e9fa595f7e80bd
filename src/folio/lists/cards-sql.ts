import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared } from '../../platform/database/client.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor, RankCursor } from '../../shared/cursor.ts'
import { shortLinkOf } from '../products/sql.ts'

/** Which live products a list shows, newest first. */
type CardFilter = {
  userId?: string
  categorySlug?: string
  before?: Cursor
  limit: number
}

/** Which of a person's own products a list shows. */
export type OwnCardFilter = CardFilter & {
  userId: string
  inbox?: boolean
  asin?: string
  /** Each is part of a title, description or tag. */
  words?: readonly string[]
}

const mostClickedFirst = sql`t.clicks_count desc, p.id desc`

/** Cards of live products in one statement: with author, short link and count. */
export const selectCards = (db: Kysely<DB>, filter: CardFilter) =>
  cards(db, filter)
    .where(isShown)
    // Everyone's feed: whatever its category and cursor, the same index is the right one.
    .$if(filter.userId === undefined, (query) => query.modifyEnd(prepared))
    .execute()

export type CardRow = Awaited<ReturnType<typeof selectCards>>[number]

/** The same of one's own, with what only their owner sees. */
export const selectOwnCards = (db: Kysely<DB>, filter: OwnCardFilter) => ownCards(db, filter).execute()

export type OwnCardRow = Awaited<ReturnType<typeof selectOwnCards>>[number]

/** Own cards whose shop link leads nowhere any more, the most clicked first. */
export const selectAttentionCards = (
  db: Kysely<DB>,
  { after, ...filter }: Omit<OwnCardFilter, 'before'> & { after?: RankCursor },
) =>
  ownCards(db, filter, mostClickedFirst)
    .where('p.attention', 'is not', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(t.clicks_count, p.id) < (${after?.rank}, ${after?.id})`),
    )
    .execute()

function ownCards(db: Kysely<DB>, filter: OwnCardFilter, order?: RawBuilder<unknown>) {
  const { inbox, asin, words } = filter
  return cards(db, filter, order)
    .select(['p.amazon_url', 'p.version', 'p.tags', 'p.attention', 'p.attention_since'])
    .select(['p.hidden_at', 'p.hidden_reason'])
    .$if(asin !== undefined, (query) => query.where('p.asin', '=', asin as string))
    .$if(inbox === true, (query) => query.where('p.is_categorized', '=', false))
    .$if(words !== undefined, (query) => query.where(holdsWords(words ?? [])))
}

/** Of a product `p`: each of the words is part of its title, description or a tag. Without words none is found. */
export const holdsWords = (words: readonly string[]): RawBuilder<SqlBool> =>
  words.length === 0
    ? sql`false`
    : sql.join(
        words.map((word) => sql`p.search_text like search_pattern(${word})`),
        sql` and `,
      )

/** Of a product `p`: it is in lists of others than its owner. */
const isShown = sql<SqlBool>`not p.unlisted`

/** Every product that is in lists of everyone, as a card. The caller says which ones, and in what order. */
export const publicCards = (db: Kysely<DB>) => liveCards(db).where(isShown)

/** Every live product as a card: with author, short link and count. */
const liveCards = (db: Kysely<DB>) =>
  db
    .selectFrom('products as p')
    .innerJoin('profiles as a', 'a.id', 'p.user_id')
    .innerJoin('click_totals as t', 't.product_id', 'p.id')
    .select(['p.id', 'a.id as user_id', 'p.asin', 'p.title', 'p.user_comment', 'p.image_url'])
    .select([
      'p.image_source',
      'p.price_cents',
      'p.price_as_of',
      'p.metadata_source',
      'p.created_at',
      'p.feed_at',
    ])
    .select(['t.clicks_count', 'a.first_name', 'a.username', 'a.avatar_url'])
    .select(sql<string | null>`left(p.description, 280)`.as('description'))
    .select(shortLinkOf.as('short_link_id'))
    .where('p.deleted_at', 'is', null)

function cards(db: Kysely<DB>, filter: CardFilter, order?: RawBuilder<unknown>) {
  const { userId, categorySlug, before } = filter
  // Everyone's feed has an order of its own, in which nobody's products fill a page (decision 44).
  const date = userId === undefined ? sql`feed_at` : sql`created_at`
  const place = categorySlug === undefined ? byProduct(date) : byCategory(date)
  return (
    liveCards(db)
      .$if(categorySlug === undefined && userId !== undefined, (query) =>
        query.where('p.user_id', '=', userId as string),
      )
      .$if(categorySlug !== undefined, (query) =>
        query
          .innerJoin('product_categories as pc', 'pc.product_id', 'p.id')
          .where('pc.category_id', '=', (eb) =>
            eb
              .selectFrom('categories')
              .select('id')
              .where('slug', '=', categorySlug as string),
          )
          .$if(userId !== undefined, (links) => links.where('pc.user_id', '=', userId as string))
          // Everyone's list of a category is in an index without what nobody else sees.
          .$if(userId === undefined, (links) => links.where(sql<SqlBool>`not pc.unlisted`)),
      )
      .$if(before !== undefined, (query) =>
        query.where(sql<SqlBool>`(${place.columns}) < (${before?.createdAt}, ${before?.id})`),
      )
      .orderBy(order ?? place.newestFirst)
      // Not a parameter: a plan that is kept has to know how little is wanted.
      .limit(sql.lit(filter.limit))
  )
}

/** The order of cards `p` in every list by date but everyone's feed. */
export const newestFirst = sql`p.created_at desc, p.id desc`

const byProduct = (date: RawBuilder<unknown>) => ({
  columns: sql`p.${date}, p.id`,
  newestFirst: sql`p.${date} desc, p.id desc`,
})
// A link has its product's dates and owner, so that the links' own indexes give the order (tests/plans/plans.slow.test.ts).
const byCategory = (date: RawBuilder<unknown>) => ({
  columns: sql`pc.${date}, pc.product_id`,
  newestFirst: sql`pc.${date} desc, pc.product_id desc`,
})
