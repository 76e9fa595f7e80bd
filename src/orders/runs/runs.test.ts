import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { createLog } from '../../platform/log.ts'
import { AppError } from '../../shared/errors.ts'
import type { RunKind } from '../contract.ts'
import type { RunWork } from './execute.ts'
import { createRuns } from './service.ts'

let database: TestDatabase
let context: Context

beforeAll(async () => {
  database = await createTestDatabase()
  context = { db: database.db, clock: systemClock, actor: null }
})
beforeEach(() => database.pool.query('delete from order_runs'))
afterAll(() => database.close())

const refused: RunWork = async () => {
  throw new Error('not in this test')
}

/** A process with its own work for each kind of run. */
function process(work: Partial<Record<RunKind, RunWork>>) {
  const everything = {
    stage: refused,
    merge: refused,
    undo: refused,
    match: refused,
    calculate: refused,
    turn_over: refused,
  }
  const { db, clock } = context
  const runs = createRuns({ db, clock, log: createLog('silent'), work: { ...everything, ...work } })
  onTestFinished(() => runs.close())
  return runs
}

/** Work in parts, each of which waits until the test lets it continue; `begun` counts how often it began. */
function parts(count: number) {
  const doors = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const it = {
    begun: 0,
    at: 0,
    open: (part: number) => doors[part]?.resolve(),
    work: (async (context, _run, progress) => {
      it.begun += 1
      for (it.at = 0; it.at < count; it.at += 1) {
        await doors[it.at]?.promise
        await inTransaction(context, (tx) => progress.step(tx, { done: it.at + 1, total: count }))
      }
      return { processed: count }
    }) satisfies RunWork,
  }
  return it
}

const row = async (id: string) =>
  (await database.pool.query('select * from order_runs where id = $1', [id])).rows[0]
const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 20_000, interval: 10 })

describe('A run (docs/product/reports.md#runs)', () => {
  it('ends with its counts', async () => {
    const runs = process({ match: async () => ({ total: 3, matched: 2 }) })
    const id = await runs.add(context, 'match')
    expect(await runs.waitFor(id)).toMatchObject({
      state: 'done',
      results: { total: 3, matched: 2 },
      error: null,
    })
  })

  it('does not begin before the transaction that added it commits, and never if that fails', async () => {
    const runs = process({ match: async () => ({}) })
    let id = ''
    const failing = inTransaction(context, async (tx) => {
      id = await runs.add(tx, 'match')
      runs.drain()
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await row(id)).toBeUndefined()
  })

  it('reports its progress with each part that commits', async () => {
    const work = parts(3)
    const runs = process({ match: work.work })
    const id = await runs.add(context, 'match')
    runs.drain()
    work.open(0)
    await until(async () => (await row(id)).rows_done === 1)
    expect(await row(id)).toMatchObject({ state: 'running', rows_total: 3 })
    for (const part of [1, 2]) work.open(part)
    expect(await runs.waitFor(id)).toMatchObject({ state: 'done', rows_done: 3 })
  })

  it('stores the error it failed with, but no details of an unexpected fault', async () => {
    const runs = process({
      match: async () => {
        throw new AppError('conflict', 'The report of 3 November is there already.')
      },
      calculate: async () => {
        throw new Error('secret detail')
      },
    })
    const expected = await runs.waitFor(await runs.add(context, 'match'))
    expect(expected).toMatchObject({
      state: 'failed',
      error: { code: 'conflict', message: 'The report of 3 November is there already.' },
    })
    const fault = await runs.waitFor(await runs.add(context, 'calculate'))
    expect(fault).toMatchObject({ state: 'failed', error: { code: 'internal_error' } })
    expect(JSON.stringify(fault)).not.toContain('secret')
  })

  it('is joined by an equal request before it begins', async () => {
    const work = parts(1)
    const runs = process({ match: work.work, calculate: async () => ({}) })
    const first = await runs.add(context, 'match')
    runs.drain()
    await until(() => work.begun === 1)
    const ids = await Promise.all(Array.from({ length: 8 }, () => runs.add(context, 'match')))
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).not.toBe(first)
    expect(await runs.add(context, 'calculate')).not.toBe(ids[0])
    work.open(0)
  })
})

describe('Several processes', () => {
  it('run one at a time together, in the order they were asked for', async () => {
    let [under, most] = [0, 0]
    const order: number[] = []
    const work: RunWork = async (_context, run) => {
      most = Math.max(most, ++under)
      await delay(5)
      order.push(ids.indexOf(run.id))
      under -= 1
      return {}
    }
    const processes = Array.from({ length: 4 }, () => process({ match: work, calculate: work }))
    const ids: string[] = []
    // Neither kind waits twice, so that none is joined.
    for (let round = 0; round < 10; round += 1) {
      const [one] = processes
      for (const kind of ['match', 'calculate'] as const) ids.push((await one?.add(context, kind)) ?? '')
      for (const each of processes) each.drain()
      await Promise.all(processes.map((each) => each.waitFor(ids.at(-1) ?? '')))
    }
    expect(most).toBe(1)
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })

  it('continue the run of a process that closes, and it counts as one attempt', async () => {
    const work = parts(2)
    const first = process({ match: work.work })
    const id = await first.add(context, 'match')
    first.drain()
    work.open(0)
    await until(async () => (await row(id)).rows_done === 1)
    const closed = first.close()
    work.open(1)
    await closed
    expect(await row(id)).toMatchObject({ state: 'waiting', attempts: 0, rows_done: 1 })
    const second = process({ match: work.work })
    expect(await second.waitFor(id)).toMatchObject({ state: 'done', rows_done: 2 })
    expect(work.begun).toBe(2)
  })

  it.each([
    ['has run out, as after its machine was asleep', '-1 second'],
    ['ends later than any can, as after the clock was ahead', '40 days'],
  ])(
    'continue the run of a process whose lease %s, and which can write nothing any more',
    async (_how, left) => {
      const work = parts(2)
      const dead = process({ match: work.work })
      const id = await dead.add(context, 'match')
      dead.drain()
      work.open(0)
      await until(async () => (await row(id)).rows_done === 1)
      const alive = process({ match: async () => ({ processed: 7 }) })
      const ended = alive.waitFor(id)
      // Again and again: the one that is to be dead may give a sign of life once more.
      await until(async () => {
        await database.pool.query(
          'update order_runs set lease_until = clock_timestamp() + $1::interval where attempts = 1',
          [left],
        )
        return (await row(id)).attempts === 2
      })
      expect(await ended).toMatchObject({ state: 'done', results: { processed: 7 } })
      work.open(1)
      await dead.close()
      expect(await row(id)).toMatchObject({
        state: 'done',
        results: { processed: 7 },
        rows_done: 1,
        attempts: 2,
      })
    },
  )

  it('begin again after a deadlock, whose transaction was rolled back', async () => {
    let begun = 0
    const runs = process({
      match: async () => {
        begun += 1
        if (begun === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
        return { total: 1 }
      },
    })
    const id = await runs.add(context, 'match')
    expect(await runs.waitFor(id)).toMatchObject({ state: 'done', results: { total: 1 }, error: null })
    expect((await row(id)).attempts).toBe(2)
  })

  it('fail a run that ends one process after the other', async () => {
    const runs = process({ match: async () => ({}) })
    const id = await runs.add(context, 'match')
    await database.pool.query('update order_runs set attempts = 5')
    expect(await runs.waitFor(id)).toMatchObject({ state: 'failed', error: { code: 'internal_error' } })
  })
})
