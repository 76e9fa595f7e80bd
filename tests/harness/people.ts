import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { WireSession } from '../../src/identity/contract.ts'
import type { TestApp } from './app.ts'
import { fetchPatiently } from './process.ts'

export type Person = {
  id: string
  token: string
  /** The whole answer of the sign-up. */
  session: WireSession
  email: string
  username: string
  password: string
}

/** Signs up a new person over HTTP and returns their tokens and username. */
export async function signUp(app: TestApp, names: { first?: string; last?: string } = {}): Promise<Person> {
  const email = `p${randomBytes(6).toString('hex')}@example.com`
  const password = 'correct horse'
  const { status, body: session } = await app.request('POST', '/auth/v1/signup', {
    body: {
      email,
      password,
      data: { first_name: names.first ?? 'Maya', last_name: names.last ?? 'Okafor' },
    },
  })
  if (status !== 200) throw new Error(`sign-up answered ${status}: ${JSON.stringify(session)}`)
  const token: string = session.access_token
  const me = await app.request('GET', '/api/v1/me', { token })
  return {
    id: session.user.id,
    token,
    session,
    email,
    username: me.body.username,
    password,
  }
}

/** Signs up a new person at the program of an address, which may soon be killed. */
export async function signUpAt(
  url: string,
  names: { first: string; last: string } = { first: 'Maya', last: 'Okafor' },
): Promise<WireSession> {
  const response = await fetchPatiently(new URL('/auth/v1/signup', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${randomBytes(6).toString('hex')}@example.com`,
      password: 'long enough',
      data: { first_name: names.first, last_name: names.last },
    }),
  })
  if (response.status !== 200) throw new Error(`sign-up answered ${response.status}`)
  return (await response.json()) as WireSession
}

/** Signs an account in at the program under an address. */
export async function signInAt(url: string, email: string, password: string): Promise<WireSession> {
  const response = await fetchPatiently(new URL('/auth/v1/token?grant_type=password', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (response.status !== 200) throw new Error(`${email} cannot sign in at ${url}: ${response.status}`)
  return (await response.json()) as WireSession
}

/**
 * Makes a person an admin, or removes the role. Their sessions' proofs stay fresh however far a test moves its clock,
 * so that only tests of proofs (decision 100) need to think of them.
 */
export async function setRole(
  { database }: { database: { pool: pg.Pool } },
  { id }: Pick<Person, 'id'>,
  role: 'admin' | 'user',
): Promise<void> {
  await database.pool.query('update users set role = $2 where id = $1', [id, role])
  await database.pool.query(
    `update sessions set proof_at = '9999-01-01', proof_by = 'password' where user_id = $1 and $2 = 'admin'`,
    [id, role],
  )
}

/** Records that the person's address is theirs, as following a mail does. */
export async function proveAddress({ database, clock }: TestApp, { id }: Pick<Person, 'id'>): Promise<void> {
  await database.db
    .updateTable('users')
    .set({ email_verified_at: clock.now() })
    .where('id', '=', id)
    .execute()
}

/** A person who has signed up and is an admin. */
export async function signUpAdmin(app: TestApp): Promise<Person> {
  const person = await signUp(app, { first: 'Ada', last: 'Admin' })
  await setRole(app, person, 'admin')
  return person
}

/** Another session of a person, as on a second device. */
export async function signInAgain(
  app: TestApp,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<WireSession> {
  const { status, body } = await app.request('POST', '/auth/v1/token?grant_type=password', {
    body: { email, password },
  })
  if (status !== 200) throw new Error(`sign-in answered ${status}`)
  return body
}
