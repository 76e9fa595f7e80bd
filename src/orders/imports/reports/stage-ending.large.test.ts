import { setFlagsFromString } from 'node:v8'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { RunStopped } from '../../runs/execute.ts'
import { unwatched } from '../../testing/progress.ts'
import { reportText } from '../../testing/report-text.ts'
import { parseInThread } from './parser-thread.ts'
import { reportsIn } from './testing/imports.ts'

let database: TestDatabase
let reports: ReturnType<typeof reportsIn>
beforeAll(async () => {
  database = await createTestDatabase()
  reports = reportsIn(database)
})
afterAll(() => database.close())

describe('Staging that is interrupted', () => {
  const many = (length = 60_000) =>
    reportText(
      Array.from({ length }, (_, index) => ({
        order_item_id: `A-${index}`,
        asin: index % 1000 ? 'B0C7KQ4T2M' : '?',
      })),
    )

  it('leaves what was committed when it is stopped, and begins again', async () => {
    const id = await reports.received(many())
    let steps = 0
    const stopped = reports.stage(id, {
      ...unwatched,
      step: async (_, { done }) => {
        steps += 1
        if (done > 40_000) throw new RunStopped()
      },
    })
    await expect(stopped).rejects.toBeInstanceOf(RunStopped)
    const left = (await reports.rows(id)).length
    expect(left).toBeGreaterThan(20_000)
    expect(left).toBeLessThan(40_000)
    expect(steps).toBeGreaterThan(2)

    const seen: { done: number; total?: number }[] = []
    const outcome = await reports.stage(id, { ...unwatched, step: async (_, rows) => void seen.push(rows) })
    expect(outcome).toMatchObject({ outcome: 'staged', rows: 59_940, failed: 60 })
    expect(await reports.rows(id)).toHaveLength(59_940)
    expect(await reports.errors(id)).toHaveLength(60)
    expect(seen[0]).toEqual({ done: 0 })
    expect(seen[1]).toEqual({ done: 0, total: 60_000 })
    expect(seen.at(-1)).toEqual({ done: 60_000, total: 60_000 })
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b))
  })

  it('ends at once when it is stopped between two steps', async () => {
    const id = await reports.received(many(30_000))
    const stop = new AbortController()
    const stopped = reports.stage(id, {
      ...unwatched,
      signal: stop.signal,
      step: async (_, { total }) => {
        if (total) stop.abort()
      },
    })
    await expect(stopped).rejects.toBeInstanceOf(RunStopped)
    expect(await reports.stage(id)).toMatchObject({ outcome: 'staged' })
  })

  /** Runs another program where the parser would run. */
  const runInThread = (program: string) =>
    parseInThread(
      {
        fileHash: Buffer.alloc(32),
        marketplace: 'us',
        currency: 'USD',
        reportAsOf: new Date(),
        dateOrder: null,
        timeZone: 'America/Los_Angeles',
        statuses: {},
      },
      { chunk: async () => null, begin: async () => {}, staged: async () => {} },
      unwatched.signal,
      new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    )

  it('reports a thread that dies', async () => {
    for (const program of ['process.exit(3)', 'throw new Error("no")'])
      await expect(runInThread(program)).rejects.toMatchObject({
        code: 'internal_error',
        message: 'Reading the file ended unexpectedly. Nothing of it has taken effect: start it again.',
      })
  })

  it('gives its thread a small memory, whatever the program’s own is (decision 93)', async () => {
    setFlagsFromString('--max-semi-space-size=32')
    const limit = await runInThread(`import { getHeapStatistics } from 'node:v8'
      import { parentPort } from 'node:worker_threads'
      parentPort.postMessage({ parsed: getHeapStatistics().heap_size_limit })`)
    expect(limit).toBeLessThan(80 * 2 ** 20)
  })

  it('refuses a file with a missing piece', async () => {
    const id = await reports.received(reportText([{ product_title: 'x' }, ...Array(15_000).fill({})]))
    const { rowCount } = await database.pool.query(
      'delete from import_chunks where import_id = $1 and number = 1',
      [id],
    )
    expect(rowCount).toBe(1)
    await expect(reports.stage(id)).rejects.toMatchObject({
      code: 'internal_error',
      cause: new Error('The stored file is not the one that was received'),
    })
  })
})

it('reads 200,000 rows in little memory, while the process answers requests', async () => {
  const id = await reports.received(
    (function* () {
      const [header = '', row = ''] = reportText([{ order_item_id: 'ID' }]).split('\r\n')
      yield Buffer.from(`${header}\r\n`)
      for (let at = 0; at < 200_000; at += 1_000)
        yield Buffer.from(
          Array.from({ length: 1_000 }, (_, i) => `${row.replace('ID', `A-${at + i}`)}\r\n`).join(''),
        )
    })(),
  )
  const before = process.memoryUsage.rss()
  let most = before
  let beats = 0
  const watch = setInterval(() => {
    beats += 1
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const started = performance.now()
  const outcome = await reports.stage(id)
  clearInterval(watch)
  expect(outcome).toMatchObject({ outcome: 'staged', rows: 200_000, failed: 0 })
  expect(most - before).toBeLessThan(120_000_000)
  // A process that parses in its main thread would not get here.
  expect(beats).toBeGreaterThan((performance.now() - started) / 20 / 4)
}, 60_000)
