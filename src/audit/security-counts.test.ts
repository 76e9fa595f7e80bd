import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp } from '../../tests/harness/app.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { signInAt, signUpAdmin } from '../../tests/harness/people.ts'
import { ManualClock } from '../platform/clock.ts'
import { storeSecurityCounts } from '../platform/security-events.ts'
import { hourMs } from '../shared/time.ts'
import { forgetCounts } from './security-counts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  // What other tests of this process have counted.
  await storeSecurityCounts(async () => {})
})
afterAll(() => database.close())

const call = '/api/v1/admin/security-events'

it('are stored by the hour when a process ends, and add up to 24 hours, 7 and 30 days (decision 43)', async () => {
  const clock = new ManualClock(new Date('2026-03-02T10:30:00Z'))
  const first = await startTestApp({ database, clock, jobs: true })
  const ada = await signUpAdmin(first)
  for (const password of ['wrong horse', 'wrong horse 2'])
    await expect(signInAt(first.url, ada.email, password)).rejects.toThrow()
  const failuresAt = async (app: typeof first, token: string) => {
    const { status, body } = await app.request('GET', call, { token })
    expect(status).toBe(200)
    const { last_24_hours, last_7_days, last_30_days, ...rest } =
      body.items.find(({ name }: { name: string }) => name === 'sign_in_failed') ?? {}
    return { ...rest, counts: [last_24_hours, last_7_days, last_30_days] }
  }
  expect(await failuresAt(first, ada.token)).toEqual({
    name: 'sign_in_failed',
    kind: 'refusal',
    last_at: '2026-03-02T10:30:00.000Z',
    counts: [2, 2, 2],
  })
  await first.close()

  const second = await startTestApp({ database, clock })
  try {
    const after = async (hours: number) => {
      clock.advance(hours * hourMs)
      const { access_token } = await signInAt(second.url, ada.email, ada.password)
      return failuresAt(second, access_token)
    }
    expect(await after(25)).toMatchObject({ counts: [0, 2, 2], last_at: '2026-03-02T10:30:00.000Z' })
    await expect(signInAt(second.url, ada.email, 'wrong horse')).rejects.toThrow()
    expect(await after(0)).toMatchObject({ counts: [1, 3, 3], last_at: '2026-03-03T11:30:00.000Z' })
    expect(await after(7 * 24)).toMatchObject({ counts: [1, 1, 3] })
    await forgetCounts({ db: database.db, clock: clock.now })
    expect(await after(0)).toMatchObject({ counts: [1, 1, 3] })
    clock.advance(24 * 24 * hourMs)
    await forgetCounts({ db: database.db, clock: clock.now })
    const { rows } = await database.pool.query('select count(*)::int from security_counts')
    expect(rows).toEqual([{ count: 0 }])
  } finally {
    await second.close()
  }
})
