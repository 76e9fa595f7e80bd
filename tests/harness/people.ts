import { randomBytes } from 'node:crypto'
import type { TestApp } from './app.ts'

export type Person = {
  id: string
  token: string
  refreshToken: string
  email: string
  username: string
  password: string
}

/** Signs up a new person over HTTP and returns their tokens and the username they were given. */
export async function signUp(app: TestApp, names: { first?: string; last?: string } = {}): Promise<Person> {
  const email = `p${randomBytes(6).toString('hex')}@example.com`
  const password = 'correct horse'
  const { status, body } = await app.request('POST', '/auth/v1/signup', {
    body: {
      email,
      password,
      data: { first_name: names.first ?? 'Maya', last_name: names.last ?? 'Okafor' },
    },
  })
  if (status !== 200) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`)
  const token: string = body.access_token
  const me = await app.request('GET', '/api/v1/me', { token })
  return {
    id: body.user.id,
    token,
    refreshToken: body.refresh_token,
    email,
    username: me.body.username,
    password,
  }
}
