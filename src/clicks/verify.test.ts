import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { insertPerson, insertProduct } from '../../tests/harness/factories.ts'
import { runCommand } from '../../tests/harness/process.ts'
import { randomRuns } from '../../tests/harness/random-runs.ts'
import { insertList, insertListLink } from '../feed/testing/lists.ts'
import { ManualClock } from '../platform/clock.ts'
import type { DB } from '../platform/database/schema.ts'
import { createLog } from '../platform/log.ts'
import { verify } from '../platform/verification.ts'
import { foldClicks, maintainClicks, retireClicks } from './maintenance.ts'
import { type Click, createClickRecorder } from './recording/recorder.ts'
import { addressOf, clickOn } from './testing/clicks.ts'
import { clickChecks } from './verify.ts'

const now = new Date()
const clock = new ManualClock(now)
let database: TestDatabase
let products: string[]
/** A list's link to each of them. */
let links: string[]
let ownerId: string

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = await insertPerson(database.db)
  ownerId = owner.userId
  products = []
  for (let n = 0; n < 3; n += 1) products.push((await insertProduct(database.db, owner)).id)
  const { id } = await insertList(database, owner, products)
  links = []
  for (const product of products) links.push(await insertListLink(database, id, product))
})
afterAll(() => database.close())

const checks = clickChecks({ retentionDays: 400 })
const context = () => ({ db: database.db, clock: clock.now, actor: null })
const recorder = () => createClickRecorder({ db: database.db, clock: clock.now, log: createLog('silent') })

const someClick = fc.record({
  product: fc.nat(2),
  values: fc.record({
    kind: fc.constantFrom<Click['kind']>('view', 'outbound'),
    claim: fc.constantFrom<Click['claim']>('counted', 'counted', 'counted', 'limited', 'bot'),
    automation: fc.constantFrom<Click['automation']>('preview', 'crawler'),
    site: fc.constantFrom('instagram.com', 'x.com', null),
    country: fc.constantFrom('ES', 'DE', null),
    link: fc.option(fc.nat(2)),
    address: fc.nat(30).map(addressOf),
    eventId: fc.option(fc.uuid({ version: 4 })),
  }),
  isOwners: fc.boolean(),
})
const history = fc.array(
  fc.record({
    minutes: fc.constantFrom(0, 16, 60 * 5, 60 * 24 * 9),
    folds: fc.boolean(),
    clicks: fc.array(someClick, { maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 8 },
)

/** Records clicks of the last year or so, and folds the deltas now and then. */
async function live(steps: typeof history extends fc.Arbitrary<infer T> ? T : never) {
  const node = recorder()
  clock.set(new Date(now.getTime() - steps.length * 9 * 24 * 60 * 60_000))
  for (const { minutes, folds, clicks } of steps) {
    clock.advance(minutes * 60_000)
    for (const { product, values, isOwners } of clicks) {
      const automation = values.claim === 'bot' ? values.automation : null
      const viewerId = isOwners ? ownerId : null
      const listLink = values.link === null ? null : links[values.link]
      await node.record(clickOn(products[product] as string, { ...values, automation, viewerId, listLink }))
    }
    if (folds) await foldClicks(context())
  }
  clock.set(now)
}

async function findings(db: Kysely<DB>) {
  const found: Record<string, { differing: number; compared: string; examples: string[] }> = {}
  for (const { name, find } of await checks({ ...context(), db })) found[name] = await find()
  return found
}

describe('npm run verify: clicks', () => {
  it('finds no difference after any history, however much of it is folded', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        await live(steps)
        const lines: string[] = []
        expect(await verify(context(), [checks], (line) => lines.push(line)), lines.join('\n')).toBe(0)
      }),
      randomRuns(15),
    )
  })
})

const aProduct = () => sql.lit(products[0] as string)
/** The checks with the clicks themselves on one side. */
const fromRows = [
  'clicks equal their quarters of an hour',
  'clicks equal their days',
  'clicks equal their days by site',
  'clicks equal their days by country',
]
/** Changes to the tables, and the checks that must find each. */
const tamperings: [string, () => ReturnType<typeof sql>, string[]][] = [
  [
    'a counter',
    () => sql`update click_totals set clicks_count = clicks_count + 1 where product_id = ${aProduct()}`,
    ['click counters equal the people of all time'],
  ],
  [
    'a click that is gone',
    () => sql`delete from clicks where ctid in (select ctid from clicks
      where product_id = ${aProduct()} and kind = 'view' and outcome = 'counted' order by clicked_at desc limit 1)
      and product_id = ${aProduct()} and kind = 'view' and outcome = 'counted'`,
    [...fromRows, 'events name one click each'],
  ],
  [
    'a click that is doubled',
    () => sql`insert into clicks (product_id, kind, outcome, visitor, clicked_at)
      values (${aProduct()}, 'outbound', 'bot', sha256('x'), ${now})`,
    ['clicks equal their quarters of an hour', 'clicks equal their days'],
  ],
  [
    'a delta that was lost',
    () => sql`delete from click_deltas where product_id = ${aProduct()}`,
    ['click counters equal the people of all time', ...fromRows],
  ],
  [
    'a quarter of an hour',
    () => sql`update click_quarters set press_bots = press_bots + 1 where product_id = ${aProduct()}`,
    ['clicks equal their quarters of an hour', 'quarters of an hour equal their days'],
  ],
  [
    'a day',
    () => sql`update click_days set people = people + 1 where product_id = ${aProduct()}`,
    [
      'click counters equal the people of all time',
      'clicks equal their days',
      'quarters of an hour equal their days',
      'days equal their months',
      'days by site equal the days’ totals',
      'days by country equal the days’ totals',
    ],
  ],
  [
    'a month',
    () => sql`update click_months set people = people - 1 where product_id = ${aProduct()}`,
    ['days equal their months'],
  ],
  ...(['site', 'country'] as const).flatMap((source): typeof tamperings => [
    [
      `a day’s ${source}`,
      () =>
        sql`update ${sql.table(`click_${source}_days`)} set people = people + 1 where product_id = ${aProduct()}`,
      [
        `clicks equal their days by ${source}`,
        `quarters of an hour equal their days by ${source}`,
        `days by ${source} equal the days’ totals`,
      ],
    ],
    [
      `a quarter’s ${source}`,
      () => sql`delete from ${sql.table(`click_${source}_quarters`)} where product_id = ${aProduct()}`,
      [
        `quarters of an hour equal their days by ${source}`,
        `quarters of an hour by ${source} equal their totals`,
      ],
    ],
  ]),
  [
    'a partition that holds another month',
    () => sql`alter table ${sql.table(`clicks_${now.toISOString().slice(0, 7).replace('-', '_')}`)}
      rename to clicks_2999_12`,
    ['clicks lie in their months’ partitions'],
  ],
  [
    'an event without its click',
    () => sql`update click_events set click_id = uuidv7() where product_id = ${aProduct()}`,
    ['events name one click each'],
  ],
  [
    'two events of one click',
    () => sql`insert into click_events select gen_random_uuid(), product_id, kind, click_id, clicked_at, outcome
      from click_events where product_id = ${aProduct()}`,
    ['events name one click each'],
  ],
]

describe('npm run verify: changes by hand', () => {
  beforeAll(async () => {
    await maintainClicks(context())
    const node = recorder()
    const click = (n: number) =>
      clickOn(products[0] as string, { eventId: randomUUID(), address: addressOf(5000 + n), country: 'ES' })
    await Promise.all([1, 2, 3, 4].map((n) => node.record(click(n))))
    await foldClicks(context())
    await Promise.all([5, 6].map((n) => node.record(click(n))))
    const found = Object.values(await database.db.transaction().execute(findings))
    expect(found.filter(({ differing }) => differing > 0)).toEqual([])
  })

  it.each(tamperings)('%s is found', async (_, tamper, names) => {
    const found = await database.owner.db
      .transaction()
      .execute(async (tx) => {
        await tamper().execute(tx)
        throw await findings(tx)
      })
      .catch((thrown) => thrown as Awaited<ReturnType<typeof findings>>)
    expect(Object.keys(found).filter((name) => found[name]?.differing)).toEqual(names)
  })

  it('are reported by product, at most twenty per check, and by the exit code', async () => {
    const clean = await runCommand('verify', database)
    expect(clean).toMatchObject({ code: 0, err: '' })
    expect(clean.out.trimEnd().split('\n')).toHaveLength(66)
    expect(clean.out).toMatch(
      /^ok {4}click counters equal the people of all time: [\d,]+ clicks of 3 products$/m,
    )
    await sql`update click_quarters set limited = limited + 1`.execute(database.db)
    const { code, out } = await runCommand('verify', database)
    expect(code).toBe(1)
    expect(out).toMatch(new RegExp(`^ {8}product ${products[0]}, [^ ]+: limited ([\\d,]+) against`, 'm'))
    const wrong = out.split(/^(?=WRONG)/m).slice(1)
    expect(wrong).toHaveLength(2)
    for (const check of wrong) {
      const named = check.match(/^ {8}product/gm) ?? []
      const isMore = /^ {8}and \d+ more$/m.test(check)
      // The number of products and quarters is random, like the histories.
      expect(named.length > 0 && named.length <= 20 && (!isMore || named.length === 20)).toBe(true)
    }
    expect(out).toMatch(/^ {8}and \d+ more$/m)
    await sql`update click_quarters set limited = limited - 1`.execute(database.db)
  })
})

// Runs last, since it advances the clock.
describe('npm run verify: as time goes by', () => {
  it('finds no difference with summed sites, after maintenance, and with rows and quarters deleted', async () => {
    const node = recorder()
    const from = (n: number) =>
      node.record(clickOn(products[0] as string, { site: `${n}.example`, address: addressOf(1000 + n) }))
    await Promise.all(Array.from({ length: 150 }, (_, n) => from(n)))
    await foldClicks(context())
    await Promise.all(Array.from({ length: 60 }, (_, n) => from(500 - n)))
    const { rows } = await sql`select from click_site_days where site = '*' and people > 0`.execute(
      database.db,
    )
    expect(rows).toHaveLength(1)
    await maintainClicks(context())
    for (const [days, gone] of [
      [200, 0],
      [200, 1],
      [100, 1],
    ] as const) {
      clock.advance(days * 24 * 60 * 60_000)
      await from(900)
      const { quarters, months, clicks } = await retireClicks(context(), { retentionDays: 400 })
      expect(Math.min(gone, quarters + months + clicks)).toBe(gone)
      const found = Object.values(await database.db.transaction().execute(findings))
      expect(found.map(({ differing }) => differing)).toEqual(found.map(() => 0))
    }
  })
})
