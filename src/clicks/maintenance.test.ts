import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { insertPerson, insertProduct } from '../../tests/harness/factories.ts'
import { ManualClock } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { cutClickAgents, ensurePartitions, maintainClicks } from './maintenance.ts'
import { createClickRecorder } from './recording/recorder.ts'
import { clickOn } from './testing/clicks.ts'
import { untilWaitingForLock } from './testing/locks.ts'

const hour = 60 * 60_000
const clock = new ManualClock(new Date('2031-05-10T12:00:00Z'))
let database: TestDatabase
let context: Context
let product: string

beforeAll(async () => {
  database = await createTestDatabase()
  context = { db: database.db, actor: null, clock: clock.now }
  product = (await insertProduct(database.db, await insertPerson(database.db))).id
})
afterAll(async () => {
  await database.close()
})

/** A recorder that has read no salt yet, as after a restart. */
const newRecorder = () => createClickRecorder({ db: database.db, clock: clock.now, log: createLog('silent') })
const clicksIn = async (part: string) => (await database.pool.query(`select from ${part}`)).rowCount
const salts = async () =>
  (await database.db.selectFrom('click_salts').select('day').orderBy('day').execute()).map((s) => s.day)

describe('Salts, visits and events live 48 hours (docs/product/clicks.md#visitors)', () => {
  it('are deleted after that, and not before', async () => {
    const eventId = randomUUID()
    await newRecorder().record(clickOn(product, { eventId }))
    expect(await salts()).toEqual(['2031-05-10'])
    clock.advance(35.9 * hour)
    expect(await maintainClicks(context)).toEqual({ salts: 0, events: 0, visits: 0 })
    clock.advance(0.1 * hour)
    // Midnight, 48 hours after the salt's day began.
    expect(await maintainClicks(context)).toEqual({ salts: 1, events: 0, visits: 0 })
    clock.advance(12 * hour)
    expect(await maintainClicks(context)).toEqual({ salts: 0, events: 0, visits: 0 })
    clock.advance(1)
    expect(await maintainClicks(context)).toEqual({ salts: 0, events: 1, visits: 1 })
  })

  it('there is one salt per UTC day, whichever node asks first, and another hash each day', async () => {
    clock.set(new Date('2031-06-01T08:00:00Z'))
    await Promise.all([1, 2, 3].map(() => newRecorder().record(clickOn(product))))
    clock.set(new Date('2031-06-02T08:00:00Z'))
    await newRecorder().record(clickOn(product))
    expect(await salts()).toEqual(['2031-06-01', '2031-06-02'])
    const rows = await database.db
      .selectFrom('clicks')
      .select('visitor')
      .where('clicked_at', '>=', new Date('2031-06-01T00:00:00Z'))
      .execute()
    expect(new Set(rows.map((row) => row.visitor.toString('hex'))).size).toBe(2)
  })

  it('deletes a backlog larger than one batch in one run', async () => {
    await database.pool.query(
      `insert into click_visits select n, 0, n, '2031-01-01' from generate_series(1, 45000) n`,
    )
    expect(await maintainClicks(context)).toMatchObject({ visits: 45_000 })
  })
})

describe('Monthly partitions (docs/product/clicks.md#what-is-stored)', () => {
  it('are made for this month and three more, and take the rows that waited in the default one', async () => {
    clock.set(new Date('2032-01-31T12:00:00Z'))
    await newRecorder().record(clickOn(product))
    expect(await clicksIn('clicks_default')).toBeGreaterThan(0)
    await maintainClicks(context)
    expect(await clicksIn('clicks_2032_01')).toBe(1)
    clock.set(new Date('2032-04-30T23:59:59Z'))
    await newRecorder().record(clickOn(product))
    expect(await clicksIn('clicks_2032_04')).toBe(1)
  })

  it('hold each month from its first UTC instant to its last, and stay when made twice, also at once', async () => {
    const ask = () =>
      ensurePartitions(context, new Date('2025-11-15T00:00:00Z'), new Date('2026-02-01T00:00:00Z'))
    await Promise.all([ask(), ask(), ask()])
    await ask()
    const recorder = newRecorder()
    const times = [
      '2025-11-30T23:59:59.999Z',
      '2025-12-01T00:00:00Z',
      '2025-12-31T23:59:59.999Z',
      '2026-02-28T23:00:00Z',
    ]
    await Promise.all(times.map((time) => recorder.record(clickOn(product, { clickedAt: new Date(time) }))))
    expect(
      await Promise.all(
        ['2025_11', '2025_12', '2026_01', '2026_02'].map((month) => clicksIn(`clicks_${month}`)),
      ),
    ).toEqual([1, 2, 0, 1])
  })

  it('wait for transactions that use clicks, so that no connection caches a list without the new one', async () => {
    const month = new Date('2029-03-01T00:00:00Z')
    const made = await database.db.transaction().execute(async (tx) => {
      await tx.selectFrom('clicks').select('id').limit(1).execute()
      const making = ensurePartitions(context, month, month)
      await untilWaitingForLock(database)
      return { making }
    })
    await made.making
    expect(await clicksIn('clicks_2029_03')).toBe(0)
  })

  // A month can be made only once, so a retry takes another year.
  let year = 2033

  it('are made while clicks are being recorded', async () => {
    const recorder = newRecorder()
    const month = `${year}_07`
    clock.set(new Date(Date.UTC(year, 6)))
    year += 1
    const recorded = Array.from({ length: 200 }, (_, n) =>
      recorder.record(
        clickOn(product, { address: `10.1.1.${n}`, clickedAt: new Date(clock.now().getTime() + n * hour) }),
      ),
    )
    await ensurePartitions(context, clock.now(), clock.now())
    expect(new Set((await Promise.all(recorded)).map((answer) => answer?.outcome))).toEqual(
      new Set(['counted']),
    )
    await recorder.close()
    expect(await clicksIn(`clicks_${month}`)).toBe(200)
  })
})

describe('User agents are stored for 30 days (docs/operating.md)', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
  const click = (clickedAt: string, userAgent: string | null) => ({
    product_id: product,
    kind: 'view' as const,
    outcome: 'counted' as const,
    visitor: randomBytes(32),
    user_agent: userAgent,
    clicked_at: new Date(clickedAt),
  })
  const agentsFrom = async (from: string) => {
    const rows = await database.db
      .selectFrom('clicks')
      .select('user_agent')
      .where('clicked_at', '>=', new Date(from))
      .orderBy('clicked_at')
      .execute()
    return rows.map((row) => row.user_agent)
  }

  it('and are then cut to their family, day by day', async () => {
    await database.db
      .insertInto('clicks')
      .values([
        click('2040-03-01T00:00:00Z', firefox),
        click('2040-03-01T23:59:59Z', 'something of my own'),
        click('2040-03-01T23:59:59.5Z', null),
        click('2040-03-02T00:00:00Z', firefox),
        click('2040-05-20T10:00:00Z', firefox),
      ])
      .execute()
    const said = [firefox, 'something of my own', null, firefox, firefox]
    clock.set(new Date('2040-03-31T23:59:59.999Z'))
    await cutClickAgents(context)
    expect(await agentsFrom('2040-03-01T00:00:00Z')).toEqual(said)
    clock.set(new Date('2040-04-01T00:00:00Z'))
    // Two nodes at once.
    await Promise.all([cutClickAgents(context), cutClickAgents(context)])
    expect(await agentsFrom('2040-03-01T00:00:00Z')).toEqual([
      'Firefox on Linux',
      null,
      null,
      firefox,
      firefox,
    ])
    clock.set(new Date('2040-12-01T00:00:00Z'))
    await cutClickAgents(context)
    expect(await agentsFrom('2040-03-02T00:00:00Z')).toEqual(['Firefox on Linux', 'Firefox on Linux'])
  })
})
