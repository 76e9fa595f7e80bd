import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createQueue, hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import { type AuthServer, startAuthServer } from './testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
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
    const made = await hashPassword('correct horse')
    expect(made).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
    expect(needsRehash(made)).toBe(false)
    expect(await verifyPassword(made, 'correct horse')).toBe(true)
    expect(await verifyPassword(made, 'correct horsf')).toBe(false)
    expect(await verifyPassword(null, 'correct horse')).toBe(false)
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

  it('takes as long and says the same for an address without an account, or without a password', async () => {
    const { user } = await server.newSession()
    const { user: other } = await server.newSession()
    await server.db.updateTable('users').set({ password_hash: null }).where('id', '=', other.id).execute()
    const fastest = {
      known: Number.POSITIVE_INFINITY,
      unknown: Number.POSITIVE_INFINITY,
      without: Number.POSITIVE_INFINITY,
    }
    const emails = { known: user.email, unknown: 'nobody@folio.test', without: other.email }
    for (let round = 0; round < 12; round += 1) {
      for (const who of ['known', 'unknown', 'without'] as const) {
        const start = performance.now()
        const answer = await signIn(emails[who], 'wrong horse')
        fastest[who] = Math.min(fastest[who], performance.now() - start)
        expect(answer.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
      }
    }
    // Without the dummy hash these take a fraction of the time.
    expect(fastest.unknown / fastest.known).toBeGreaterThan(0.65)
    expect(fastest.without / fastest.known).toBeGreaterThan(0.65)
  })

  it('starts no session when the password is changed while it is verified', async () => {
    const { user } = await server.newSession()
    const credentials = { email: user.email, password: 'correct horse' }
    const change = await server.db.startTransaction().execute()
    await change.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
    const late = server.identity.signIn(server.context, credentials, { userAgent: null })
    const refused = expect(late).rejects.toMatchObject({ code: 'invalid_credentials' })
    // It has read the old password and found it right; now it waits for the change to be decided.
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

describe('passwords: queue', () => {
  it('runs two at a time in order, and refuses more than may wait', async () => {
    const inTurn = createQueue(2, 3)
    const release: (() => void)[] = []
    const started: number[] = []
    const job = (n: number) =>
      inTurn(async () => {
        started.push(n)
        await new Promise<void>((resolve) => release.push(resolve))
        return n
      })
    const jobs = [0, 1, 2, 3, 4].map(job)
    await expect(job(5)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(started).toEqual([0, 1])
    for (let done = 0; done < 5; done += 1) {
      release[done]?.()
      await expect(jobs[done]).resolves.toBe(done)
    }
    expect(started).toEqual([0, 1, 2, 3, 4])
  })

  it('gives the place on when work fails', async () => {
    const inTurn = createQueue(1, 1)
    const failing = inTurn(() => Promise.reject(new Error('broken')))
    const next = inTurn(async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    await expect(next).resolves.toBe('done')
    await expect(inTurn(async () => 'again')).resolves.toBe('again')
  })
})
