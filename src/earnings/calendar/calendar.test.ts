import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signInAgain } from '../../../tests/harness/people.ts'
import { ManualClock } from '../../platform/clock.ts'
import { post as postRows, signUpPayee } from '../testing/ledger.ts'
import { noteCalendarZone } from './service.ts'

let app: TestApp
let ana: Awaited<ReturnType<typeof signUpPayee>>
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(new Date('2026-11-20T12:00:00Z')) })
  ana = await signUpPayee(app)
})
afterAll(() => app.close())

const post = (at: string, gross: number) => postRows(app, ana, [{ gross, at: new Date(at) }])
const ask = async (path: string) => (await app.request('GET', `/api/v1/me/${path}`, ana)).body
const months = async () =>
  (await ask('statements')).items.map(({ month, entries }: { month: string; entries: number }) => [
    month,
    entries,
  ])
const note = (reportTimeZone: string, at: string) =>
  noteCalendarZone({ db: app.database.db, clock: () => new Date(at), actor: null }, { reportTimeZone })

describe('months of statements (docs/product/earnings.md#statements)', () => {
  it('are of UTC until the next month, and of the reports’ time zone from then on, without a gap', async () => {
    // Still November in Los Angeles: November ends when December begins there.
    await post('2026-10-31T23:59:59Z', 100)
    await post('2026-11-01T00:00:00Z', 200)
    await post('2026-12-01T07:59:59Z', 400)
    await post('2026-12-01T08:00:00Z', 800)
    await post('2027-01-01T07:59:59Z', 1_600)
    expect(await months()).toEqual([
      ['2026-12', 2],
      ['2026-11', 2],
      ['2026-10', 1],
    ])
    app.clock.set(new Date('2027-01-02T12:00:00Z'))
    ana = { ...ana, token: (await signInAgain(app, ana)).access_token }
    expect(await ask('statements/2026-11')).toMatchObject({ time_zone: 'UTC', sums: { entries: 2 } })
    expect(await ask('statements/2026-12')).toMatchObject({
      ...{ time_zone: 'America/Los_Angeles', sums: { entries: 2 } },
    })
  })

  it('stay as they are when the zone changes, which holds for months that have not begun', async () => {
    const before = await months()
    await note('Asia/Tokyo', '2027-01-31T12:00:00Z')
    expect(await months()).toEqual(before)
    // February begins in Tokyo, so January ends there.
    await post('2027-01-31T14:59:59Z', 100)
    await post('2027-01-31T15:00:00Z', 100)
    expect((await months()).slice(0, 2)).toEqual([
      ['2027-02', 1],
      ['2027-01', 1],
    ])
    // March had begun in Tokyo already, and not yet in Los Angeles.
    await note('America/Los_Angeles', '2027-02-28T16:00:00Z')
    await post('2027-03-01T03:00:00Z', 100)
    await post('2027-03-31T23:00:00Z', 100)
    await post('2027-04-01T07:00:00Z', 100)
    expect((await months()).slice(0, 2)).toEqual([
      ['2027-04', 1],
      ['2027-03', 2],
    ])
    await note('America/Los_Angeles', '2027-05-28T16:00:00Z')
    const { rows } = await app.database.pool.query('select count(*)::int as count from calendar_zones')
    expect(rows).toEqual([{ count: 3 }])
  })
})
