import { randomBytes } from 'node:crypto'
import type { WireSession } from '../../src/identity/contract.ts'
import type { TestApp } from './app.ts'

export type Person = {
  id: string
  token: string
  /** What the sign-up answered, in whole. */
  session: WireSession
  email: string
  username: string
  password: string
}

/** Signs up a new person over HTTP and returns their tokens and the username they were given. */
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
