import type pg from 'pg'
import { listOwnProducts } from '../../src/folio/service.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Finding } from '../report.ts'
import type { Setting } from '../setting.ts'
import { besideItsStatement } from '../statement.ts'

const password = 'correct horse'

/** What each call asks for, and the least share of its statement's own rate: the smaller, the more HTTP counts. */
const lists = [
  { what: 'own list, 40 cards', query: {}, least: 0.2 },
  { what: 'own Inbox, 40 cards', query: { category: 'inbox' }, least: 0.2 },
  { what: 'own category, 40 cards', query: { category: 'fashion' }, least: 0.2 },
  { what: 'own search, a frequent word', query: { q: 'lamp', limit: 8 }, least: 0.2 },
  { what: 'own search, a rare word', query: { q: 'no. 4711', limit: 8 }, least: 0.2 },
]

/** The lists and the search of a person with some 10,000 products, signed in. */
export async function collectionFigure(setting: Setting): Promise<Finding[]> {
  const { url } = await setting.app()
  const { pool } = await setting.database()
  const { userId, token } = await signInAsCollector(pool, url)
  const actor = { userId, sessionId: '', role: 'user' as const }
  const findings: Finding[] = []
  for (const { what, query, least } of lists) {
    const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))
    findings.push(
      await besideItsStatement(setting, {
        what,
        request: { path: `/api/v1/me/products?${asked}`, headers: { authorization: `Bearer ${token}` } },
        operation: (db) => listOwnProducts({ db, clock: systemClock, actor }, query),
        least,
      }),
    )
  }
  return findings
}

/** Made-up people have no password; the one with the most products gets that of somebody who has just signed up. */
async function signInAsCollector(pool: pg.Pool, url: string): Promise<{ userId: string; token: string }> {
  const email = 'collection@example.org'
  const data = { first_name: 'Ida', last_name: 'Rest' }
  await post(url, '/auth/v1/signup', { email, password, data })
  const { rows } = await pool.query<{ id: string; email: string }>(
    `update users set password_hash = (select password_hash from users where email = $1)
     where id = (select user_id from products where deleted_at is null group by 1 order by count(*) desc limit 1)
     returning id, email`,
    [email],
  )
  const [collector] = rows
  if (!collector) throw new Error('There is nobody with products.')
  const session = await post(url, '/auth/v1/token?grant_type=password', { email: collector.email, password })
  return { userId: collector.id, token: session.access_token }
}

async function post(url: string, path: string, body: object): Promise<{ access_token: string }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  return (await answer.json()) as { access_token: string }
}
