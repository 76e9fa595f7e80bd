import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared } from '../../platform/database/lending.ts'
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
  /** Each word must be part of a title, description or tag. */
  words?: readonly string[]
  /** Whether it is a page of the usual size without an ASIN or words, which one plan fits whoever asks. */
  isUsual?: boolean
}

const mostClickedFirst = sql`t.clicks_count desc, p.id desc`

/** Cards of live products in one statement: with author, short link and count. */
export const selectCards = (db: Kysely<DB>, filter: CardFilter) =>
  cards(db, filter)
    .where(isShown)
    // Everyone's feed: one index fits every category and cursor, so the plan may be prepared.
    .$if(filter.userId === undefined, (query) => query.modifyEnd(prepared))
    .execute()

/** Cards of these live products: those in public lists, and any of one person's own. */
export const selectCardsOf = (db: Kysely<DB>, ids: string[], ownerId: string | null) =>
  liveCards(db)
    .where('p.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(sql<SqlBool>`(${isShown} or p.user_id = ${ownerId}::uuid)`)
    .modifyEnd(prepared)
    .execute()

export type CardRow = Awaited<ReturnType<typeof selectCards>>[number]

/** Cards of one's own products, with the details only their owner sees. */
export const selectOwnCards = (db: Kysely<DB>, filter: OwnCardFilter) =>
  ownCards(db, filter)
    .$if(filter.isUsual === true, (query) => query.modifyEnd(prepared))
    .execute()

export type OwnCardRow = Awaited<ReturnType<typeof selectOwnCards>>[number]

/** Own cards with a dead shop link, the most clicked first. */
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
    .$if(inbox === true, (query) => query.where('p.is_categorized', '=', sql.lit(false)))
    .$if(words !== undefined, (query) => query.where(holdsWords(words ?? [])))
}

/** Condition on a product `p`: each word is part of its title, description or a tag. Without words none match. */
const holdsWords = (words: readonly string[]): RawBuilder<SqlBool> =>
  words.length === 0
    ? sql`false`
    : sql.join(
        words.map((word) => sql`p.search_text like search_pattern(${word})`),
        sql` and `,
      )

/** Condition on a product `p`: it is in lists of others than its owner. */
const isShown = sql<SqlBool>`not p.unlisted`

/** All products in public lists, as cards. The caller adds filter and order. */
export const publicCards = (db: Kysely<DB>) => liveCards(db).where(isShown)

/** The slug of the category of a product `p` without a photo of its creator's own; no other is looked up. */
const slugWithoutOwnPhoto = sql<string | null>`
  case when p.image_source is distinct from 'owner' then (
    select c.slug from product_categories l join categories c on c.id = l.category_id where l.product_id = p.id limit 1
  ) end`

/** All live products as cards: with author, short link and count. */
const liveCards = (db: Kysely<DB>, categorySlug = slugWithoutOwnPhoto) =>
  db
    .selectFrom('products as p')
    .innerJoin('profiles as a', 'a.id', 'p.user_id')
    .innerJoin('click_totals as t', 't.product_id', 'p.id')
    .select(['p.id', 'a.id as user_id', 'p.asin', 'p.title', 'p.user_comment', 'p.image_url'])
    .select([
      'p.image_source',
      'p.image_side',
      'p.price_cents',
      'p.price_as_of',
      'p.metadata_source',
      'p.created_at',
      'p.feed_at',
    ])
    .select(['t.clicks_count', 'a.first_name', 'a.username', 'a.avatar_url'])
    .select(sql<string | null>`left(p.description, 280)`.as('description'))
    .select([shortLinkOf.as('short_link_id'), categorySlug.as('category_slug')])
    .where('p.deleted_at', 'is', null)

function cards(db: Kysely<DB>, filter: CardFilter, order?: RawBuilder<unknown>) {
  const { userId, categorySlug, before } = filter
  // Everyone's feed has an order of its own, in which nobody's products fill a page (decision 44).
  const date = userId === undefined ? sql`feed_at` : sql`created_at`
  const position = categorySlug === undefined ? byProduct(date) : byCategory(date)
  return (
    liveCards(db, categorySlug === undefined ? slugWithoutOwnPhoto : sql<string>`${categorySlug}::text`)
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
          // Public lists of a category use an index of listed products only.
          .$if(userId === undefined, (links) => links.where(sql<SqlBool>`not pc.unlisted`)),
      )
      .$if(before !== undefined, (query) =>
        query.where(sql<SqlBool>`(${position.columns}) < (${before?.createdAt}, ${before?.id})`),
      )
      .orderBy(order ?? position.newestFirst)
      // What has no place in everyone's feed is most of an unproven account's (decision 44).
      .$if(userId === undefined, (query) => query.where(sql<SqlBool>`${position.date} is not null`))
      // Not a parameter: a prepared plan must know how few rows are wanted.
      .limit(sql.lit(filter.limit))
  )
}

/** The order of cards `p` in every list by date but everyone's feed. */
export const newestFirst = sql`p.created_at desc, p.id desc`

const byProduct = (date: RawBuilder<unknown>) => ({
  date: sql`p.${date}`,
  columns: sql`p.${date}, p.id`,
  newestFirst: sql`p.${date} desc, p.id desc`,
})
// Category links copy their product's dates and owner, so that their own indexes give the order
// (tests/plans/plans.large.test.ts).
const byCategory = (date: RawBuilder<unknown>) => ({
  date: sql`pc.${date}`,
  columns: sql`pc.${date}, pc.product_id`,
  newestFirst: sql`pc.${date} desc, pc.product_id desc`,
})
