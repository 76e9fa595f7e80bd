import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { NewAccount } from '../core.ts'
import { type AuthServer, someone, startAuthServer } from '../testing/auth-server.ts'

let server: AuthServer
const accounts: NewAccount[] = []
beforeAll(async () => {
  server = await startAuthServer({
    afterSignUp: async ({ db, clock }, account) => {
      accounts.push(account)
      await db.insertInto('payees').values({ user_id: account.userId, created_at: clock() }).execute()
      if (account.lastName === 'Broken') throw new AppError('conflict', 'No username is left')
    },
  })
})
afterAll(() => server.close())

const usersWith = (email: string) =>
  server.db.selectFrom('users').select('id').where('email', '=', email).execute()

describe('sign-up is one transaction (docs/product/sign-in.md#sign-up)', () => {
  it('gives the hook who signed up, in the same transaction', async () => {
    const body = { ...someone(), data: { first_name: ' Ana ', last_name: 'Lopez' } }
    const answer = await server.call('POST', '/signup', { body, headers: { 'user-agent': 'Phone/1.0' } })
    expect(answer.status).toBe(200)
    const [user] = await usersWith(body.email)
    expect(accounts.at(-1)).toEqual({ userId: user?.id, firstName: 'Ana', lastName: 'Lopez' })
    const session = await server.db
      .selectFrom('sessions')
      .select(['user_agent', 'ended_at'])
      .where('user_id', '=', user?.id ?? '')
      .executeTakeFirst()
    expect(session).toEqual({ user_agent: 'Phone/1.0', ended_at: null })
  })

  it('leaves nothing behind when the hook fails', async () => {
    const body = { ...someone(), data: { first_name: 'Ana', last_name: 'Broken' } }
    const answer = await server.call('POST', '/signup', { body })
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await usersWith(body.email)).toEqual([])
    const payee = await server.db
      .selectFrom('payees')
      .select('id')
      .where('user_id', '=', accounts.at(-1)?.userId ?? '')
      .execute()
    expect(payee).toEqual([])
    const retried = { ...body, data: { first_name: 'Ana', last_name: 'Mended' } }
    expect((await server.call('POST', '/signup', { body: retried })).status).toBe(200)
  })

  it('lets one of several who sign up with an address at once have it', async () => {
    const body = someone()
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        server.call('POST', '/signup', {
          body: { ...body, email: i % 2 ? body.email.toUpperCase() : ` ${body.email}` },
        }),
      ),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422, 422, 422, 422])
    for (const answer of answers.filter(({ status }) => status === 422))
      expect(answer.body).toEqual({ code: 'user_already_exists', message: 'User already registered' })
    expect(await usersWith(body.email)).toHaveLength(1)
  })
})
