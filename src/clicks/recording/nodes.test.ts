import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertProduct } from '../../../tests/harness/factories.ts'
import { ManualClock } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.ts'
import { createLog } from '../../platform/log.ts'
import { addressOf, clickOn, clicksCount, storedClicks, wrongDeltas } from '../testing/clicks.ts'
import { untilWaitingForLock } from '../testing/locks.ts'
import { setClicks } from '../testing/stage.ts'
import { type ClickRecorder, createClickRecorder } from './recorder.ts'

const stage = setClicks()

const clock = new ManualClock(new Date('2026-11-20T12:00:00Z'))
let pools: Database[]
let nodes: ClickRecorder[]

beforeAll(async () => {
  pools = [openDatabase(stage.database.address), openDatabase(stage.database.address)]
  const log = createLog('silent')
  nodes = pools.map(({ db }) => createClickRecorder({ db, clock: clock.now, log, maxBatch: 20 }))
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  expect(await wrongDeltas(stage.database.db)).toEqual([])
  await Promise.all(pools.map((pool) => pool.close()))
})
beforeEach(() => clock.advance(60 * 60_000))

const tally = (answers: ({ outcome: string } | null)[]) =>
  Object.fromEntries(
    ['counted', 'repeat'].map((outcome) => [outcome, answers.filter((a) => a?.outcome === outcome).length]),
  )

describe('Two nodes on one database (decision 6)', () => {
  it('the same visitor at both at the same time counts once in each round', async () => {
    const { id } = await insertProduct(stage.database.db, stage.owner)
    for (let round = 1; round <= 20; round += 1) {
      clock.advance(30 * 60_000)
      const answers = await Promise.all(nodes.flatMap((node) => [1, 2].map(() => node.record(clickOn(id)))))
      expect(tally(answers)).toEqual({ counted: 1, repeat: 3 })
      expect(await clicksCount(stage.database.db, id)).toBe(round)
    }
  })

  it('the same event at both at the same time is one click, with one answer', async () => {
    const { id } = await insertProduct(stage.database.db, stage.owner)
    for (let round = 1; round <= 20; round += 1) {
      const click = clickOn(id, { eventId: randomUUID(), address: addressOf(round) })
      const answers = await Promise.all(nodes.map((node) => node.record(click)))
      expect(answers).toEqual([{ outcome: 'counted' }, { outcome: 'counted' }])
    }
    expect(await storedClicks(stage.database.db, id)).toHaveLength(20)
  })

  it.each([
    ['a new visitor', 0, {}, 'repeat'],
    ['a visitor who comes again after 30 minutes', 30, {}, 'repeat'],
    ['a retried event', 0, { eventId: randomUUID() }, 'counted'],
  ])(
    'one waits for the other, and decides with its commit in sight: %s',
    async (_, minutes, values, expected) => {
      const { id } = await insertProduct(stage.database.db, stage.owner)
      if (minutes > 0) await nodes[0]?.record(clickOn(id))
      clock.advance(minutes * 60_000)
      const others = [1, 2, 3].map((n) => clickOn(id, { address: addressOf(n), eventId: randomUUID() }))
      const second = await stage.database.db.transaction().execute(async (tx) => {
        const first = createClickRecorder({ db: tx, clock: clock.now, log: createLog('silent') })
        expect(await first.record(clickOn(id, values))).toEqual({ outcome: 'counted' })
        const answers = Promise.all([...others, clickOn(id, values)].map((click) => nodes[1]?.record(click)))
        await untilWaitingForLock(stage.database)
        return { answers }
      })
      const outcomes = (await second.answers).map((answer) => answer?.outcome)
      expect(outcomes).toEqual(['counted', 'counted', 'counted', expected])
      expect(await clicksCount(stage.database.db, id)).toBe(minutes > 0 ? 5 : 4)
    },
  )

  it('of many visitors of one address at both, five count in half an hour', async () => {
    const { id } = await insertProduct(stage.database.db, stage.owner)
    for (let round = 1; round <= 5; round += 1) {
      const visitors = Array.from({ length: 24 }, (_, n) =>
        clickOn(id, { userAgent: `Browser ${n * round}` }),
      )
      const answers = await Promise.all(visitors.map((click, n) => nodes[n % 2]?.record(click)))
      const outcomes = answers.map((answer) => answer?.outcome)
      expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(5)
      expect(outcomes.filter((outcome) => outcome === 'limited')).toHaveLength(19)
      expect(await clicksCount(stage.database.db, id)).toBe(5 * round)
      clock.advance(30 * 60_000)
    }
  })

  it('many visitors on many products, with retries, lose no click, double none and do not deadlock', async () => {
    const products: string[] = []
    for (let i = 0; i < 12; i += 1) products.push((await insertProduct(stage.database.db, stage.owner)).id)
    const clicks = Array.from({ length: 600 }, (_, n) =>
      clickOn(products[(n * 7) % 12] as string, { eventId: randomUUID(), address: addressOf(n % 40) }),
    )
    const [forwards, backwards] = await Promise.all([
      Promise.all(clicks.map((click) => nodes[0]?.record(click))),
      Promise.all(clicks.toReversed().map((click) => nodes[1]?.record(click))),
    ])
    expect(backwards.toReversed()).toEqual(forwards)
    const stored = (await Promise.all(products.map((id) => storedClicks(stage.database.db, id)))).flat()
    expect(stored).toHaveLength(600)
    const visits = new Set(clicks.map((click) => `${click.address} ${click.productId}`))
    expect(stored.filter((row) => row === 'view counted')).toHaveLength(visits.size)
  })

  it('does not wait for a posting run that has locked the product’s earnings', async () => {
    const { id } = await insertProduct(stage.database.db, stage.owner)
    await stage.database.db.transaction().execute(async (tx) => {
      await tx.updateTable('earnings').set({ earnings_cents: 5 }).where('product_id', '=', id).execute()
      expect(await nodes[0]?.record(clickOn(id))).toEqual({ outcome: 'counted' })
    })
  })

  it('retries after losing a deadlock with another writer of totals', async () => {
    const made = [
      await insertProduct(stage.database.db, stage.owner),
      await insertProduct(stage.database.db, stage.owner),
    ]
    const [low, high] = made.map((product) => product.id).sort() as [string, string]
    const mend = (db: Kysely<DB>, id: string) =>
      db.updateTable('click_totals').set({ clicks_count: 0 }).where('product_id', '=', id).execute()
    const clicks = await stage.database.owner.db.transaction().execute(async (tx) => {
      await sql`set local deadlock_timeout = '20s'`.execute(tx)
      await mend(tx, high)
      const recorded = Promise.all([low, high].map((id) => nodes[0]?.record(clickOn(id))))
      await untilWaitingForLock(stage.database)
      await mend(tx, low)
      return { recorded }
    })
    expect(await clicks.recorded).toEqual([{ outcome: 'counted' }, { outcome: 'counted' }])
  })
})
