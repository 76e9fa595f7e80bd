import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { newsGroups, newsKindNames } from '../shared/news/kinds.ts'
import { id, instant, page } from '../shared/schemas.ts'

const person = z.object({
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  avatar_url: z.string().nullable(),
})

const newsItem = z.object({
  id,
  kind: z.enum(newsKindNames),
  /** How many it were since it was last read: people, orders. */
  count: z.int().positive(),
  /** In US dollars, added up; null where no amount belongs to it. */
  amount: z.number().nullable(),
  detail: z.string().nullable(),
  began_at: instant,
  /** When the last of it happened. */
  at: instant,
  is_read: z.boolean(),
  subject: id.nullable(),
  about: id.nullable(),
  /** The last three who did it, the newest first; nobody where one may not know. */
  people: z.array(person).max(3),
  /** One's own product that it is about; never Amazon's picture. */
  product: z
    .object({
      id,
      title: z.string(),
      asin: z.string(),
      image_url: z.string().nullable(),
      image_side: z.int().nullable(),
      sign: z.string().nullable(),
    })
    .nullable(),
  /** The public list that it was put into last. */
  list: z.object({ title: z.string(), slug: z.string(), username: z.string() }).nullable(),
})

const group = z.enum(newsGroups).optional()
const unread = z.int().nonnegative()

/** The calls for what a person is told (docs/product/news.md#the-list). */
export const newsContract = defineContract({
  'GET /api/v1/me/news': {
    summary: 'What you are told: the unread first, then the newest, 30 a page',
    access: 'user',
    query: z.object({ group, cursor: z.string().max(100).optional() }),
    response: page(newsItem).extend({
      /** How many of these are unread, on all pages. */
      unread,
    }),
  },
  'POST /api/v1/me/news/read': {
    summary: 'Mark news as read: some, or all up to an instant; what has come since stays unread',
    access: 'user',
    body: z.object({
      /** The newest `at` that the person has seen. */
      until: instant,
      ids: z.array(id).min(1).max(100).optional(),
      group,
    }),
    response: z.object({
      /** How many are still unread, of all groups. */
      unread,
    }),
  },
})

/** What one was told, in the export of one's data. */
export const exportedNews = z.object({
  news: z.array(
    z.object({
      kind: z.string(),
      count: z.int(),
      amount: z.number().nullable(),
      detail: z.string().nullable(),
      subject: id.nullable(),
      about: id.nullable(),
      /** The usernames of the last who did it. */
      people: z.array(z.string()),
      began_at: instant,
      at: instant,
      read_at: instant.nullable(),
    }),
  ),
})
