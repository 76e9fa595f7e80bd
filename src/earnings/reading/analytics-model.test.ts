import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { localDays } from '../../../tests/harness/calendar.ts'
import { insertProduct } from '../../../tests/harness/factories.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { chartEdges, chartEdgesWithBefore, foldClicks } from '../../clicks/index.ts'
import { deleteQuarters } from '../../clicks/maintenance-sql.ts'
import { foldDeltas } from '../../clicks/rollups-sql.ts'
import { quartersStoredFrom } from '../../clicks/rules.ts'
import { ManualClock } from '../../platform/clock.ts'
import { earningsPeriods } from '../contract.ts'
import { post, shareOf, signUpPayee } from '../testing/ledger.ts'

const reportTimeZone = 'America/Los_Angeles'
/** Also while clocks change, and when UTC is a day ahead of America and a day behind Asia and the Pacific. */
const moments = [
  '2026-11-04T20:00:00Z',
  '2026-11-01T03:10:00Z',
  '2028-02-29T13:40:00Z',
  '2027-01-01T05:20:00Z',
]
const zones = [
  'UTC',
  'Europe/Madrid',
  'America/Los_Angeles',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'America/Havana',
  'Pacific/Kiritimati',
]
const charts = { D: 'day', W: 'week', M: 'month', Y: 'year' } as const
const minuteMs = 60_000
const dayMinutes = 24 * 60

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(new Date(moments[0] as string)) })
})
afterAll(() => app.close())

/** From the last hours, from these days, from a year and from more than five. */
const minutesAgo = fc.oneof(
  fc.integer({ min: 0, max: dayMinutes }),
  fc.integer({ min: 0, max: 30 * dayMinutes }),
  fc.integer({ min: 0, max: 380 * dayMinutes }),
  fc.integer({ min: 0, max: 5.2 * 365 * dayMinutes }),
)
const someClicks = fc.record({
  minutesAgo,
  product: fc.integer({ min: 0, max: 6 }),
  kind: fc.constantFrom('view', 'view', 'view', 'outbound'),
  outcome: fc.constantFrom('counted', 'counted', 'counted', 'bot', 'repeat', 'owner'),
  clicks: fc.integer({ min: 1, max: 4 }),
})
const someEntry = fc.record({
  minutesAgo,
  product: fc.option(fc.integer({ min: 0, max: 7 })),
  gross: fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -500_000_000, max: 500_000_000 })),
  availableInDays: fc.integer({ min: -40, max: 40 }),
  isCommission: fc.boolean(),
})
type Clicks = typeof someClicks extends fc.Arbitrary<infer T> ? T : never
type Entry = typeof someEntry extends fc.Arbitrary<infer T> ? T : never

const ago = (minutes: number) => new Date(app.clock.now().getTime() - minutes * minuteMs)
const dayIn = (days: number) =>
  ago(-days * dayMinutes)
    .toISOString()
    .slice(0, 10)

/** The expected figures, counted one by one from the rows. */
function naive(
  { clicks, entries, ids }: { clicks: Clicks[]; entries: Entry[]; ids: string[] },
  period: (typeof earningsPeriods)[number],
  tz: string,
) {
  const now = app.clock.now()
  const days = chartEdges(charts[period], now, tz).map(({ day }) => day)
  // The figures of a day are compared with those of the day charted before it.
  const before = period === 'D' ? days[5] : chartEdgesWithBefore(charts[period], now, tz)[0]?.day
  const first = days[period === 'D' ? 6 : 0]
  if (!before || !first) throw new Error('A chart has no edges.')
  const storedFrom = quartersStoredFrom(now)
  // Clicks older than the stored quarters have only their UTC day.
  const clickDay = (at: Date) => (at < storedFrom ? at.toISOString().slice(0, 10) : localDays(tz)(at))
  const bucketOf = (day: string) => days.findLastIndex((start) => start <= day)
  const isBefore = ({ day }: { day: string }) => before <= day && day < first
  const people = clicks
    .filter(({ kind, outcome }) => kind === 'view' && outcome === 'counted')
    .map((click) => ({ ...click, day: clickDay(ago(click.minutesAgo)) }))
    .map((click) => ({ ...click, bucket: bucketOf(click.day) }))
  const today = localDays(reportTimeZone)(now)
  const rows = entries.map((entry) => ({
    ...entry,
    cents: shareOf(entry.gross),
    day: localDays(tz)(ago(entry.minutesAgo)),
    bucket: bucketOf(localDays(tz)(ago(entry.minutesAgo))),
    isPosted: dayIn(entry.availableInDays) <= today,
  }))
  const isShown = ({ bucket }: { bucket: number }) => bucket >= 0 && bucket < days.length - 1
  const isCovered = ({ bucket }: { bucket: number }) => (period === 'D' ? bucket === 6 : isShown({ bucket }))
  const sumOf = (list: { cents: number }[]) => list.reduce((sum, { cents }) => sum + cents, 0)
  const countOf = (list: { clicks: number }[]) => list.reduce((sum, one) => sum + one.clicks, 0)
  const covered = rows.filter(isCovered)
  const products = ids
    .map((id, n) => ({
      id,
      clicks: countOf(people.filter((click) => isCovered(click) && click.product === n)),
      cents: sumOf(covered.filter(({ product }) => product === n)),
    }))
    .filter((one) => one.clicks > 0 || one.cents > 0)
    .sort((a, b) => b.clicks - a.clicks || b.cents - a.cents || (a.id < b.id ? -1 : 1))
  const pending = [
    ...Map.groupBy(
      rows.filter((row) => !row.isPosted),
      (row) => dayIn(row.availableInDays),
    ),
  ]
    .map(([on, list]) => ({ on, amount: sumOf(list) / 100 }))
    .filter(({ amount }) => amount !== 0)
    .sort((a, b) => (a.on < b.on ? -1 : 1))
  const figuresOf = (within: (one: { day: string; bucket: number }) => boolean) => {
    const some = rows.filter(within)
    const posted = sumOf(some.filter(({ isPosted }) => isPosted))
    const waiting = sumOf(some.filter(({ isPosted }) => !isPosted))
    const total = countOf(people.filter(within))
    const commissions = some.filter(({ isCommission, gross }) => isCommission && gross > 0).length
    return {
      posted_earnings: posted / 100,
      pending_earnings: waiting / 100,
      clicks: total,
      commissions,
      conversion_rate: total > 0 ? commissions / total : null,
      average_per_click: total > 0 ? (posted + waiting) / 100 / total : null,
    }
  }
  return {
    period,
    from: first,
    to: localDays(tz)(now),
    ...figuresOf(isCovered),
    before: {
      from: before,
      to: new Date(Date.parse(first) - dayMinutes * minuteMs).toISOString().slice(0, 10),
      ...figuresOf(isBefore),
    },
    items: days.slice(0, -1).map((start, n) => ({
      start,
      earnings: sumOf(rows.filter(({ bucket }) => bucket === n)) / 100,
      clicks: countOf(people.filter(({ bucket }) => bucket === n)),
    })),
    top_products: products
      .slice(0, 5)
      .map(({ id, clicks: n, cents }) => ({ id, clicks: n, earnings: cents / 100 })),
    all_time: {
      posted_earnings: sumOf(rows.filter(({ isPosted }) => isPosted)) / 100,
      pending_earnings: sumOf(rows.filter(({ isPosted }) => !isPosted)) / 100,
    },
    next_posting: pending[0] ?? null,
    hold_days: 60,
  }
}

/** Writes clicks as recorders do, folded or not; old ones are always folded. */
async function write(ids: string[], clicks: Clicks[]) {
  const { db } = app.database
  await sql`
    insert into click_deltas (product_id, quarter, kind, outcome, clicks)
    select product_id, quarter_of(at), kind, outcome, clicks
    from unnest(${clicks.map(({ product }) => ids[product])}::uuid[], ${clicks.map((click) => ago(click.minutesAgo))}::timestamptz[],
      ${clicks.map(({ kind }) => kind)}::text[], ${clicks.map(({ outcome }) => outcome)}::text[],
      ${clicks.map((click) => click.clicks)}::int[]) as c (product_id, at, kind, outcome, clicks)`.execute(db)
}

/** Not older than the stored quarters of an hour, so that the result is the same whether they are folded. */
const recentViews = fc.record({
  minutesAgo: fc.integer({ min: 0, max: 300 * dayMinutes }),
  product: fc.integer({ min: 0, max: 6 }),
  kind: fc.constant('view'),
  outcome: fc.constant('counted'),
  clicks: fc.integer({ min: 1, max: 4 }),
})
const history = fc.record({
  moment: fc.constantFrom(...moments),
  old: fc.array(someClicks, { maxLength: 40 }),
  recent: fc.array(recentViews, { maxLength: 20 }),
  somewhere: fc.shuffledSubarray(zones, { minLength: 3, maxLength: 3 }),
  foldSome: fc.boolean(),
  entries: fc.array(someEntry, { maxLength: 30 }),
})
it('figures, charts and top products are those counted from the rows, in any time zone (docs/product/earnings.md#figures)', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ moment, old, recent, somewhere, foldSome, entries: made }) => {
      // The ledger refuses an empty row.
      const entries = made.filter(({ gross }) => gross !== 0)
      app.clock.set(new Date(moment))
      const { db } = app.database
      const person = await signUpPayee(app)
      const owner = { ...person, userId: person.id }
      const ids: string[] = []
      for (let n = 0; n < 8; n += 1)
        ids.push((await insertProduct(db, owner, n === 3 ? { deleted_at: app.clock.now() } : {})).id)
      await write(ids, old)
      await foldClicks({ db })
      await deleteQuarters(db, quartersStoredFrom(app.clock.now()))
      await write(ids, recent)
      if (foldSome) await foldDeltas(db, 7)
      await post(
        app,
        person,
        entries.map((entry, n) => ({
          gross: entry.gross,
          at: ago(entry.minutesAgo),
          productId: entry.product === null ? null : (ids[entry.product] ?? null),
          availableOn: dayIn(entry.availableInDays),
          order: `${person.id}-${n}`,
          pair: entry.isCommission ? 1 : 2,
          type: entry.isCommission ? 'commission' : n % 2 ? 'return' : 'adjustment',
        })),
      )
      for (const tz of somewhere)
        for (const period of earningsPeriods) {
          const { body } = await app.request('GET', `/api/v1/me/earnings?period=${period}&tz=${tz}`, person)
          const shown = {
            ...body,
            top_products: body.top_products.map(({ id, clicks, earnings }: Record<string, unknown>) => ({
              id,
              clicks,
              earnings,
            })),
          }
          expect(shown).toEqual(naive({ clicks: [...old, ...recent], entries, ids }, period, tz))
        }
      await foldClicks({ db })
    }),
    randomRuns(5),
  )
})
