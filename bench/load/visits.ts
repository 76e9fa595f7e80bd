import type pg from 'pg'
import { writeCursor } from '../../src/shared/cursor.ts'
import { as, findReader, signInAs } from '../stage/sign-in.ts'
import { clickRequest } from './click-load.ts'
import type { Request } from './load.ts'

/** One kind of request among many, and over how many connections it comes. */
export type Visits = { what: string; request: Request; connections: number }

const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'accept-encoding': 'gzip, deflate, br',
}
const texts = ['lamp', 'walnut', 'kitchen', 'no. 4711', 'xylophone', 'zq', 'a', 'kettle travel']
const names = ['maya', 'okafor', 'ines', 'creator-77', 'jo', 'x', 'xylophone']

type Sample = { id: string; createdAt: Date; link: string; username: string }

/** What visitors, and somebody who follows many, ask of Folio all at once: things from all over the year. */
export async function visitsOf(url: string, pool: pg.Pool): Promise<Visits[]> {
  const reader = as(await signInAs({ url, pool }, await findReader(pool)))
  const { rows } = await pool.query<Sample>(`
    select p.id, p.created_at as "createdAt", s.id as link, a.username
    from products p join short_links s on s.product_id = p.id join profiles a on a.id = p.user_id
    where p.deleted_at is null order by hashtext(s.id) limit 2000`)
  const values = {
    text: texts.map(encodeURIComponent),
    name: names.map(encodeURIComponent),
    link: rows.map(({ link }) => link),
    feed: ['', 'category=home', 'category=garden', ...rows.map((row) => `cursor=${writeCursor(row)}`)],
    page: ['feed', ...rows.flatMap(({ link, username }) => [`l/${link}`, username])],
  }
  const get = (what: string, path: string, connections: number, headers = {}): Visits => ({
    what,
    request: { path, headers, values },
    connections,
  })
  return [
    get('feeds', '/api/v1/feed?{feed}', 3),
    get('pages', '/{page}', 3, browser),
    get('products', '/api/v1/products/{link}', 2),
    get('searches for products', '/api/v1/products/search?q={text}', 2, { 'x-forwarded-for': '{address}' }),
    get('following feeds', '/api/v1/feed?scope=following&{feed}', 1, reader),
    get('searches for people', '/functions/v1/people-search?q={name}', 1, reader),
    { what: 'clicks', request: clickRequest(rows.map(({ id }) => id)), connections: 2 },
  ]
}
