import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { localDays } from '../../tests/harness/calendar.ts'
import { insertProduct } from '../../tests/harness/factories.ts'
import { randomRuns } from '../../tests/harness/random-runs.ts'
import { ManualClock } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { chartEdges } from './analytics/chart-rules.ts'
import { clickChart } from './analytics/service.ts'
import { automations, type ChartPeriod, type ClickChart, chartPeriods } from './contract.ts'
import { foldClicks } from './maintenance.ts'
import { deleteQuarters } from './maintenance-sql.ts'
import { type Click, createClickRecorder } from './recording/recorder.ts'
import { foldDeltas } from './rollups-sql.ts'
import { quartersStoredFrom } from './rules.ts'
import { addressOf, clickOn } from './testing/clicks.ts'
import { untilWaitingForLock } from './testing/locks.ts'
import { wrongRollups } from './testing/rollups.ts'
import { setClicks } from './testing/stage.ts'

const stage = setClicks()

const evening = new Date('2026-11-04T20:00:00Z')
/** Also when UTC is a day ahead of America, and a day behind Asia and the Pacific. */
const moments = [evening, new Date('2026-11-01T03:10:00Z'), new Date('2028-02-29T13:40:00Z')]
const clock = new ManualClock(evening)
const { now } = clock

const newRecorder = () =>
  createClickRecorder({ db: stage.database.db, clock: now, log: createLog('silent'), maxBatch: 7 })
const newProduct = async () => (await insertProduct(stage.database.db, stage.owner)).id
const asOwner = (): Context => ({
  db: stage.database.db,
  clock: now,
  actor: { userId: stage.owner.userId, sessionId: '', role: 'user' },
})
const chartOf = (productId: string, period: ChartPeriod, tz: string) =>
  clickChart(asOwner(), productId, { period, tz }, { hasCountries: true })

const minuteMs = 60_000
/** Times in the last hour, on these days with clock changes, and up to 420 days back. */
const minutesAgo = fc.oneof(
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 0, max: 8 * 24 * 60 }),
  fc.integer({ min: 0, max: 420 * 24 * 60 }),
)
const someClick = fc.record({
  minutesAgo,
  kind: fc.constantFrom('view' as const, 'view' as const, 'outbound' as const),
  claim: fc.constantFrom('counted' as const, 'counted' as const, 'limited' as const, 'bot' as const),
  automation: fc.constantFrom(null, ...automations),
  byOwner: fc.constantFrom(false, false, false, true),
  visitor: fc.integer({ min: 1, max: 30 }),
  site: fc.constantFrom(null, 'instagram.com', 'x.com', 'example.org'),
  country: fc.constantFrom(null, 'ES', 'US', 'WS'),
})
type SomeClick = typeof someClick extends fc.Arbitrary<infer T> ? T : never

const toClick = (
  productId: string,
  { claim, automation, byOwner, visitor, minutesAgo, ...rest }: SomeClick,
): Click =>
  clickOn(productId, {
    ...rest,
    claim,
    automation: claim === 'bot' ? automation : null,
    viewerId: byOwner ? stage.owner.userId : null,
    address: addressOf(visitor),
    clickedAt: new Date(now().getTime() - minutesAgo * minuteMs),
  })

const step = fc.oneof(
  fc.array(someClick, { minLength: 1, maxLength: 25 }),
  fc.constantFrom('fold' as const, 'several fold' as const, 'quarters go' as const),
)
const history = fc.array(step, { minLength: 2, maxLength: 8 })
const zones = [
  'UTC',
  'Europe/Madrid',
  'America/New_York',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Havana',
  'Pacific/Kiritimati',
]

async function take(action: 'fold' | 'several fold' | 'quarters go') {
  const { db } = stage.database
  if (action === 'quarters go') await deleteQuarters(db, quartersStoredFrom(now()))
  else if (action === 'fold') await foldDeltas(db, 5)
  else await Promise.all([foldDeltas(db, 3), foldClicks({ db }), foldDeltas(db, 4), foldClicks({ db })])
}

/** The chart, counted from the rows alone. */
async function naiveChart(productId: string, period: ChartPeriod, timeZone: string): Promise<ClickChart> {
  const rows = await stage.database.db
    .selectFrom('clicks')
    .selectAll()
    .where('product_id', '=', productId)
    .execute()
  const localDay = localDays(timeZone)
  const days = chartEdges(period, now(), timeZone).map(({ day }) => day)
  const between = (since = '', until = '') =>
    rows.filter(({ clicked_at }) => localDay(clicked_at) >= since && localDay(clicked_at) < until)
  const shown = between(days[0], days.at(-1))
  const isPerson = ({ kind, outcome }: (typeof rows)[number]) => kind === 'view' && outcome === 'counted'
  const isPress = ({ kind, outcome }: (typeof rows)[number]) => kind === 'outbound' && outcome === 'counted'
  const of = (outcome: string, isPreview?: boolean) =>
    shown.filter(
      (row) =>
        row.outcome === outcome && (isPreview === undefined || (row.automation === 'preview') === isPreview),
    ).length
  const most = <T extends 'site' | 'country'>(source: T) =>
    [...Map.groupBy(shown.filter(isPerson), (row) => row[source])]
      .map(
        ([name, clicks]) =>
          ({ [source]: name, count: clicks.length }) as { [K in T]: string | null } & { count: number },
      )
      .sort((a, b) => b.count - a.count || ((a[source] ?? '') < (b[source] ?? '') ? -1 : 1))
  return {
    items: days.slice(0, -1).map((day, i) => {
      const inside = between(day, days[i + 1])
      return { start: day, count: inside.filter(isPerson).length, presses: inside.filter(isPress).length }
    }),
    total: shown.filter(isPerson).length,
    presses: shown.filter(isPress).length,
    filtered: {
      previews: of('bot', true),
      bots: of('bot', false),
      repeats: of('repeat'),
      own: of('owner'),
      limited: of('limited'),
    },
    sites: most('site'),
    countries: most('country'),
    through_others: 0,
    clicks_count: rows.filter(isPerson).length,
  }
}

describe('Roll-ups and deltas that are not folded yet (decision 18)', () => {
  it('equal the rows after any history, and so do charts in any time zone', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(...moments), async (steps, moment) => {
        clock.set(moment)
        const productId = await newProduct()
        const recorder = newRecorder()
        for (const step of steps) {
          if (typeof step === 'string') await take(step)
          else await Promise.all(step.map((click) => recorder.record(toClick(productId, click))))
          expect(await wrongRollups(stage.database.db, quartersStoredFrom(now()))).toEqual([])
        }
        for (const period of chartPeriods)
          for (const zone of zones)
            expect(await chartOf(productId, period, zone)).toEqual(await naiveChart(productId, period, zone))
        await stage.database.owner.pool.query(
          'truncate clicks, click_deltas, click_quarters, click_days, click_months, click_site_quarters, click_site_days, click_country_quarters, click_country_days',
        )
        await stage.database.owner.pool.query('update click_totals set clicks_count = 0')
      }),
      randomRuns(4),
    )
  })

  it('every kind of click adds to existing quarters and days', async () => {
    const productId = await newProduct()
    const recorder = newRecorder()
    const record = (kind: 'view' | 'outbound', values: Partial<Click> = {}) =>
      recorder.record(clickOn(productId, { kind, address: addressOf(1), ...values }))
    for (let round = 1; round <= 2; round += 1) {
      for (const kind of ['view', 'outbound'] as const) {
        await record(kind, { address: addressOf(round) })
        await record(kind, { address: addressOf(round) })
        await record(kind, { claim: 'limited' })
        await record(kind, { viewerId: stage.owner.userId })
        for (const automation of [null, ...automations]) await record(kind, { claim: 'bot', automation })
      }
      await foldClicks(stage.database)
      expect(await wrongRollups(stage.database.db)).toEqual([])
    }
    expect(await chartOf(productId, 'day', 'UTC')).toMatchObject({
      total: 2,
      presses: 2,
      filtered: { previews: 4, bots: 16, repeats: 4, own: 4, limited: 4 },
    })
  })

  it('a killed fold loses and doubles nothing, and no click waits for a fold', async () => {
    const { db, pool, address } = stage.database
    const recorder = newRecorder()
    const productId = await newProduct()
    await recorder.record(clickOn(productId, { address: addressOf(1) }))
    await foldClicks({ db })
    await recorder.record(clickOn(productId, { address: addressOf(2) }))
    const doomed = openDatabase(address, { onError: () => {} })
    await db.transaction().execute(async (tx) => {
      // The fold has deleted its deltas and written some totals before it reaches this one.
      await sql`select from click_site_days where product_id = ${productId} for update`.execute(tx)
      const fold = expect(foldClicks(doomed)).rejects.toThrow()
      await untilWaitingForLock(stage.database)
      await recorder.record(clickOn(productId, { address: addressOf(3) }))
      expect(await wrongRollups(db)).toEqual([])
      await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      await fold
    })
    await doomed.close()
    expect(await wrongRollups(db)).toEqual([])
    await foldClicks({ db })
    expect(await wrongRollups(db)).toEqual([])
    expect((await pool.query('select from click_deltas')).rowCount).toBe(0)
    expect(await chartOf(productId, 'day', 'UTC')).toMatchObject({ total: 3, clicks_count: 3 })
  })

  it('a product has a hundred sites a day at most; clicks from further ones are stored as a sum', async () => {
    const productId = await newProduct()
    const recorder = newRecorder()
    const visit = (n: number) =>
      recorder.record(
        clickOn(productId, {
          address: addressOf(1000 + n),
          site: `s${n % 130}.example`,
          kind: n % 3 ? 'view' : 'outbound',
        }),
      )
    for (const since of [0, 90, 180]) {
      await Promise.all(Array.from({ length: 90 }, (_, n) => visit(since + n)))
      await foldClicks(stage.database)
    }
    await recorder.record(clickOn(productId, { site: null }))
    await foldClicks(stage.database)
    for (const table of ['click_site_days', 'click_site_quarters']) {
      const { rows } = await stage.database.owner.pool.query(
        `select count(*)::int as sites, sum(people)::int as people, sum(presses)::int as presses,
           bool_or(site = '*') as "hasOthers", bool_or(site = '') as "hasNone"
         from ${table} where product_id = $1`,
        [productId],
      )
      expect(rows).toEqual([{ sites: 102, people: 181, presses: 90, hasOthers: true, hasNone: true }])
    }
    const { sites } = await chartOf(productId, 'week', 'UTC')
    expect(sites).toHaveLength(10)
    expect(sites.map(({ site }) => site)).not.toContain('*')
  })
})
