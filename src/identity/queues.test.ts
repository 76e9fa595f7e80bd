import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthServer, someone, startAuthServer } from './testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

const asked = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

describe('calls of one network (decision 71)', () => {
  it('of one account delay no other account: neither its sign-in nor the refresh of its session', async () => {
    const busy = await server.newSession()
    const person = someone()
    const { body } = await server.call('POST', '/signup', { body: person })
    const session = body as { access_token: string; refresh_token: string }
    let answers: Promise<unknown>[] = []
    await server.db.transaction().execute(async (tx) => {
      // What changes the busy account waits for this transaction.
      await tx.selectFrom('users').select('id').where('id', '=', busy.user.id).forUpdate().execute()
      const token = busy.access_token
      answers = asked.map((seen) => server.call('PUT', '/user', { token, body: { data: { seen } } }))
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting.execute(server.db)).rows.length).toBe(5)
      const others = await Promise.all([
        server.call('POST', '/token?grant_type=password', { body: person }),
        server.call('POST', '/token?grant_type=refresh_token', {
          body: { refresh_token: session.refresh_token },
        }),
        server.call('GET', '/user', { token: session.access_token }),
        server.call('GET', '/user', { token }),
      ])
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    })
    expect(await Promise.all(answers)).toMatchObject(asked.map(() => ({ status: 200 })))
  })
})
