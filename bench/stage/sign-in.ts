import { randomUUID } from 'node:crypto'
import type pg from 'pg'

export type Person = { userId: string; token: string }

/** Everybody's. */
export const password = 'correct horse'

type App = { url: string; pool: pg.Pool }

/** Signs in a made-up person: {@link signInAll}. */
export async function signInAs(app: App, userId: string): Promise<Person> {
  const [person] = await signInAll(app, [userId])
  if (!person) throw new Error('There is no such person.')
  return person
}

/** Signs in made-up people. They have no password: these get that of somebody who has just signed up. */
export async function signInAll({ url, pool }: App, userIds: string[]): Promise<Person[]> {
  const donor = `${randomUUID()}@example.org`
  const data = { first_name: 'Ida', last_name: 'Rest' }
  await post(url, '/auth/v1/signup', { email: donor, password, data })
  const { rows } = await pool.query<{ id: string; email: string }>(
    `update users set password_hash = (select password_hash from users where email = $1)
     where id = any($2) returning id, email`,
    [donor, userIds],
  )
  const people: Person[] = []
  // One after the other, as from so many addresses: too many at once from one are refused.
  for (const [n, { id, email }] of rows.entries()) {
    const address = `10.9.${Math.floor(n / 250)}.${n % 250}`
    const session = await post(url, '/auth/v1/token?grant_type=password', { email, password }, address)
    people.push({ userId: id, token: session.access_token })
  }
  return people
}

/** The header by which a call is somebody's. */
export const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

/** Who follows the most people. */
export const findReader = (pool: pg.Pool) =>
  idOf(pool, 'select user_id as id from follow_counts order by following_count desc limit 1')

/** Who has the most products. */
export const findCollector = (pool: pg.Pool) =>
  idOf(
    pool,
    'select user_id as id from products where deleted_at is null group by 1 order by count(*) desc limit 1',
  )

/** Some of everyone, the first by id. */
export async function findSome(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from profiles order by id limit $1', [count])
  return rows.map(({ id }) => id)
}

async function idOf(pool: pg.Pool, statement: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(statement)
  if (!rows[0]) throw new Error('There is nobody.')
  return rows[0].id
}

async function post(url: string, path: string, body: object, address = '10.9.255.1') {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  return (await answer.json()) as { access_token: string }
}
