import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPasswords, createRests, safeCost } from './passwords.ts'
import { type AuthServer, someone, startAuthServer } from './testing/auth-server.ts'
import { statementsOf } from './testing/statements.ts'

// Hashes as usual, and counts.
vi.mock('@node-rs/argon2', { spy: true })

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ passwordCost: safeCost })
})
afterAll(() => server.close())

const storedHash = async (userId: string) =>
  (
    await server.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).password_hash

const signIn = (email: string, password: string) =>
  server.call('POST', '/token?grant_type=password', { body: { email, password } })

describe('passwords: hashing', () => {
  it('uses argon2id with 46 MB, one pass, one lane', async () => {
    const passwords = createPasswords()
    const made = await passwords.hash('correct horse')
    expect(made).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
    expect(passwords.needsRehash(made)).toBe(false)
    expect(await passwords.verify(made, 'correct horse')).toBe(true)
    expect(await passwords.verify(made, 'correct horsf')).toBe(false)
    expect(await passwords.verify(null, 'correct horse')).toBe(false)
  })

  it('rests after a hash for as long as it was held up, and at most for as long as the quickest took (decision 4)', () => {
    const restAfter = createRests()
    expect([20, 25, 20, 95, 16, 20].map(restAfter)).toEqual([0, 5, 0, 20, 0, 4])
  })

  it('answers in turn while others rest, and throws what a hash throws', async () => {
    const passwords = createPasswords()
    const made = await passwords.hash('correct horse')
    const all = await Promise.all(Array.from({ length: 6 }, () => passwords.verify(made, 'correct horse')))
    expect(all).toEqual(Array(6).fill(true))
    await expect(passwords.verify('no hash', 'correct horse')).rejects.toThrow()
    expect(await passwords.verify(made, 'correct horse')).toBe(true)
  })

  it('replaces an older hash at the next sign-in, and only then', async () => {
    const { user } = await server.newSession()
    const old = await hash('correct horse', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await server.db.updateTable('users').set({ password_hash: old }).where('id', '=', user.id).execute()
    expect((await signIn(user.email, 'wrong horse')).status).toBe(400)
    expect(await storedHash(user.id)).toBe(old)
    expect((await signIn(user.email, 'correct horse')).status).toBe(200)
    const renewed = await storedHash(user.id)
    expect(renewed).toContain('m=47104,t=1,p=1')
    expect((await signIn(user.email, 'correct horse')).status).toBe(200)
    expect(await storedHash(user.id)).toBe(renewed)
  })

  it('does the same work and says the same for an address without an account, or without a password', async () => {
    const { user } = await server.newSession()
    const { user: other } = await server.newSession()
    await server.db.updateTable('users').set({ password_hash: null }).where('id', '=', other.id).execute()
    const work: { statements: string[]; hashes: number; parameters: string | undefined }[] = []
    for (const email of [user.email, 'nobody@folio.test', other.email]) {
      vi.mocked(verify).mockClear()
      const statements = await statementsOf(async () => {
        const answer = await signIn(email, 'wrong horse')
        expect(answer.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
      })
      const [stored] = vi.mocked(verify).mock.calls[0] ?? []
      const parameters = stored?.toString().split('$').slice(0, 4).join('$')
      work.push({ statements, hashes: vi.mocked(verify).mock.calls.length, parameters })
    }
    expect(work[0]).toMatchObject({ hashes: 1, parameters: '$argon2id$v=19$m=47104,t=1,p=1' })
    expect(work[1]).toEqual(work[0])
    expect(work[2]).toEqual(work[0])
  })

  it('does none for a new password that is not allowed', async () => {
    const { access_token: token, user } = await server.newSession()
    await sql`update sessions set method = 'recovery', may_set_password = true where user_id = ${user.id}`.execute(
      server.db,
    )
    vi.mocked(verify).mockClear()
    vi.mocked(hash).mockClear()
    for (const password of ['x1!zq', '12345678', 'x'.repeat(7)])
      expect(await server.call('PUT', '/user', { token, body: { password } })).toMatchObject({
        status: 422,
        body: { code: 'weak_password' },
      })
    expect(vi.mocked(verify)).not.toHaveBeenCalled()
    expect(vi.mocked(hash)).not.toHaveBeenCalled()
  })

  it('hashes also when the address of a sign-up has an account', async () => {
    const taken = someone()
    for (const [body, status] of [
      [taken, 200],
      [taken, 422],
    ] as const) {
      vi.mocked(hash).mockClear()
      expect((await server.call('POST', '/signup', { body })).status).toBe(status)
      expect(hash).toHaveBeenCalledTimes(1)
    }
  })

  it('starts no session when the password is changed while it is verified', async () => {
    const { user } = await server.newSession()
    const credentials = { email: user.email, password: 'correct horse' }
    const change = await server.db.startTransaction().execute()
    await change.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
    const late = server.identity.sessions.signIn(server.context, credentials, { userAgent: null })
    const refused = expect(late).rejects.toMatchObject({ code: 'invalid_credentials' })
    // It has verified the old password; now it waits for the change to end.
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), { timeout: 5_000 })
    await change.commit().execute()
    await refused
    const sessions = server.db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
    expect(await sessions.execute()).toHaveLength(1)
  })
})

const waitingForLocks = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
  return rows[0]?.n
}
