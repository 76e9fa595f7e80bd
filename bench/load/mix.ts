import type pg from 'pg'
import { writeCursor } from '../../src/shared/cursor.ts'
import { as, findReader, findSome, type Person, signInAll, signInAs } from '../stage/sign-in.ts'
import type { Amount, Request } from './load.ts'

/** One kind of requests among a mixed load. */
export type Part = { what: string; request: Request; amount: Omit<Amount, 'seconds'> }

const json = { 'content-type': 'application/json' }
const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'accept-encoding': 'gzip, deflate, br',
}
const texts = ['lamp', 'walnut', 'kitchen', 'no. 4711', 'xylophone', 'zq', 'a', 'kettle travel'].map(
  encodeURIComponent,
)
const names = ['maya', 'okafor', 'ines', 'creator-77', 'jo', 'x', 'xylophone'].map(encodeURIComponent)

/**
 * What is asked of Folio all at once: mostly reading, by everyone and by one who follows many; publishing and follows
 * less.
 */
export async function partsOf(url: string, pool: pg.Pool): Promise<Part[]> {
  const app = { url, pool }
  const reader = await signInAs(app, await findReader(pool))
  const writers = await signInAll(app, await findSome(pool, writersCount))
  const values = await valuesOf(pool)
  return [...reading(values), ...readingAs(reader, values), ...writing(writers, values)]
}

/** So many that none posts or follows more often in an hour than an account may. */
const writersCount = 160

type Values = Awaited<ReturnType<typeof valuesOf>>

/** What stands for the names in the requests, from all over the year. */
async function valuesOf(pool: pg.Pool) {
  const { rows } = await pool.query<Sample>(sample)
  const feeds = rows.map((row) => `cursor=${writeCursor(row)}`)
  return {
    id: rows.map(({ id }) => id),
    asin: rows.map(({ asin }) => asin),
    link: rows.map(({ link }) => link),
    person: rows.map(({ person }) => person),
    feed: ['', 'category=home', 'category=garden', ...feeds],
    page: ['feed', ...rows.flatMap(({ link, username }) => [`l/${link}`, username])],
  }
}

type Sample = { id: string; createdAt: Date; asin: string; link: string; person: string; username: string }

const sample = `
  select p.id, p.created_at as "createdAt", p.asin, s.id as link, a.id as person, a.username
  from products p join short_links s on s.product_id = p.id join profiles a on a.id = p.user_id
  where p.deleted_at is null order by hashtext(s.id) limit 2000`

const reading = ({ feed, page, link }: Values): Part[] => [
  { what: 'feeds', request: { path: '/api/v1/feed?{feed}', values: { feed } }, amount: { connections: 3 } },
  {
    what: 'pages',
    request: { path: '/{page}', headers: browser, values: { page } },
    amount: { connections: 3 },
  },
  {
    what: 'products',
    request: { path: '/api/v1/products/{link}', values: { link } },
    amount: { connections: 2 },
  },
  {
    what: 'product searches',
    request: {
      path: '/api/v1/products/search?q={text}',
      headers: { 'x-forwarded-for': '{address}' },
      values: { text: texts },
    },
    amount: { connections: 2 },
  },
]

const readingAs = (reader: Person, { feed }: Values): Part[] => [
  {
    what: 'following feeds',
    request: { path: '/api/v1/feed?scope=following&{feed}', headers: as(reader), values: { feed } },
    amount: { connections: 1 },
  },
  {
    what: 'people searches',
    request: { path: '/functions/v1/people-search?q={name}', headers: as(reader), values: { name: names } },
    amount: { connections: 1 },
  },
]

const asOneOfThem = { authorization: 'Bearer {token}' }

const writing = (writers: Person[], { id, asin, person }: Values): Part[] => [
  {
    what: 'clicks',
    request: {
      method: 'POST',
      path: '/api/v1/products/{id}/clicks',
      headers: { ...browser, ...json, 'x-forwarded-for': '{address}' },
      body: '{"kind":"view","referrer":"https://www.example.com/","event_id":"{uuid}"}',
      values: { id },
      status: 201,
    },
    amount: { connections: 2 },
  },
  {
    what: 'posts',
    request: {
      method: 'POST',
      path: '/api/v1/products',
      headers: { ...asOneOfThem, ...json },
      body: '{"amazon_url":"https://www.amazon.com/dp/{asin}","title":"A quiet lamp {uuid}","category_id":null}',
      values: { asin, token: writers.map(({ token }) => token) },
      status: 201,
    },
    amount: { connections: 1, pauseMs: 200 },
  },
  {
    what: 'follows and unfollows',
    request: {
      method: 'POST',
      path: '/functions/v1/people-follow',
      headers: { ...asOneOfThem, ...json },
      body: '{"userId":"{person}","action":"{action}"}',
      values: {
        token: writers.map(({ token }) => token),
        person: person.filter((one) => writers.every(({ userId }) => one !== userId)),
        action: ['follow', 'unfollow'],
      },
    },
    amount: { connections: 1, pauseMs: 250 },
  },
]
