import { randomUUID } from 'node:crypto'
import type pg from 'pg'

export type Person = { userId: string; token: string }

const password = 'correct horse'

/** Signs in a made-up person. They have no password: this one gets that of somebody who has just signed up. */
export async function signInAs(
  { url, pool }: { url: string; pool: pg.Pool },
  userId: string,
): Promise<Person> {
  const donor = `${randomUUID()}@example.org`
  const data = { first_name: 'Ida', last_name: 'Rest' }
  await post(url, '/auth/v1/signup', { email: donor, password, data })
  const { rows } = await pool.query<{ email: string }>(
    `update users set password_hash = (select password_hash from users where email = $1)
     where id = $2 returning email`,
    [donor, userId],
  )
  const session = await post(url, '/auth/v1/token?grant_type=password', { email: rows[0]?.email, password })
  return { userId, token: session.access_token }
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

async function idOf(pool: pg.Pool, statement: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(statement)
  if (!rows[0]) throw new Error('There is nobody.')
  return rows[0].id
}

async function post(url: string, path: string, body: object): Promise<{ access_token: string }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  return (await answer.json()) as { access_token: string }
}
