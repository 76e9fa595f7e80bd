import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { systemClock } from '../clock.ts'
import { inTransaction } from '../context.ts'
import { openDatabase } from '../database/database.ts'
import { enqueue, handle, type JobHandler, PermanentError, periodic } from './job.ts'
import { type Pace, startJobs } from './runner.ts'
import { hurried, jobsIn, readableLog, tryAgainNow, untilJob } from './testing/jobs.ts'

const greeting = { name: 'greet', payload: z.object({ name: z.string().min(1) }) }

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.pool.query('delete from graphile_worker._private_jobs')
})
afterAll(() => database.close())

function run(handlers: JobHandler[], pace: Partial<Pace> = hurried) {
  const { log, lines } = readableLog()
  const jobs = startJobs({ ...database, handlers, log, pace })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= jobs.stop())
  onTestFinished(stop)
  return { lines, stop }
}

/** Runs greetings; `done` are the names greeted, in order. */
function greet(work: (name: string) => Promise<void> | void = () => {}, pace?: Partial<Pace>) {
  const done: string[] = []
  const handler = handle(greeting, async ({ name }) => {
    await work(name)
    done.push(name)
  })
  return { done, ...run([handler], pace) }
}

/** A gate that work waits at: `reached` counts those who came, `open` lets all pass. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const it = {
    reached: 0,
    open: resolve,
    pass: async () => {
      it.reached += 1
      await promise
    },
  }
  return it
}

const until = (condition: () => boolean, timeout = 20_000) =>
  vi.waitUntil(condition, { timeout, interval: 20 })

describe('a job', () => {
  it('exists exactly if the transaction that added it commits', async () => {
    const context = { db: database.db, actor: null, clock: systemClock }
    const undone = inTransaction(context, async ({ db }) => {
      await enqueue(db, greeting, { name: 'Ana' })
      throw new Error('on purpose')
    })
    await expect(undone).rejects.toThrow('on purpose')
    await inTransaction(context, ({ db }) => enqueue(db, greeting, { name: 'Bo' }))

    const { done, stop } = greet()
    await until(() => done.length > 0)
    await stop()
    expect(done).toEqual(['Bo'])
    expect(await jobsIn(database)).toEqual([])
  })

  it('is announced: a waiting runner does not poll for it', async () => {
    const { done } = greet(() => {}, {})
    await enqueue(database.db, greeting, { name: 'Ana' })
    await until(() => done.length === 1)
    const started = performance.now()
    for (const name of ['Bo', 'Cy', 'Di', 'Ed', 'Flo']) {
      await enqueue(database.db, greeting, { name })
      await until(() => done.at(-1) === name)
    }
    // Polling would take a second each on average.
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('is refused with a payload that is not its kind’s', async () => {
    await expect(enqueue(database.db, greeting, { name: '' })).rejects.toThrow(z.ZodError)
    expect(await jobsIn(database)).toEqual([])
  })

  it('is given up at once when what was stored does not fit, and stays to be seen', async () => {
    await database.pool.query(
      `select graphile_worker.add_job('greet', '{"name": 7, "secret": "geheim"}', job_key => 'of the test')`,
    )
    const { done, lines } = greet()
    const job = await untilJob(database, ({ last_error, locked_by }) => last_error !== null && !locked_by)
    expect(job.attempts).toBe(job.max_attempts)
    expect(job.last_error).toContain('does not fit')
    expect(done).toEqual([])
    expect(lines.filter(({ level }) => level >= 40)).toMatchObject([{ level: 50, job: 'greet', attempt: 1 }])
    expect(JSON.stringify(lines)).not.toContain('geheim')
  })

  it('replaces the waiting one of the same key', async () => {
    const later = new Date(Date.now() + 3_600_000)
    await enqueue(database.db, greeting, { name: 'Ana' }, { key: 'same', runAt: later })
    await enqueue(database.db, greeting, { name: 'Bo' }, { key: 'same' })
    const { done, stop } = greet()
    await until(() => done.length > 0)
    await stop()
    expect(done).toEqual(['Bo'])
    expect(await jobsIn(database)).toEqual([])
  })

  it('waits for its time', async () => {
    await enqueue(database.db, greeting, { name: 'Ana' }, { runAt: new Date(Date.now() + 3_600_000) })
    const { done } = greet()
    await enqueue(database.db, greeting, { name: 'Bo' })
    await until(() => done.length > 0)
    expect(done).toEqual(['Bo'])
    await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await until(() => done.length === 2)
  })
})

describe('a job that fails', () => {
  it('is tried again, and each failure is logged once without what it carries', async () => {
    let failures = 2
    const { done, lines } = greet(() => {
      if (failures-- > 0) throw new Error('the line is busy')
    })
    await enqueue(database.db, greeting, { name: 'Anastasia' })
    await tryAgainNow(database)
    await until(() => failures === 0)
    await tryAgainNow(database)
    await until(() => done.length === 1)
    expect(lines.filter(({ level }) => level >= 40)).toMatchObject([
      { level: 40, job: 'greet', attempt: 1, err: { message: 'the line is busy' } },
      { level: 40, job: 'greet', attempt: 2, err: { message: 'the line is busy' } },
    ])
    expect(JSON.stringify(lines)).not.toContain('Anastasia')
  })

  it('comes back by itself within seconds', async () => {
    let failures = 1
    const { done } = greet(() => {
      if (failures-- > 0) throw new Error('the line is busy')
    })
    await enqueue(database.db, greeting, { name: 'Ana' })
    await until(() => done.length === 1)
    expect(failures).toBe(-1)
  })

  it.each([
    ['the last time', { maxAttempts: 1 }, () => new Error('no')],
    ['with no hope', {}, () => new PermanentError('no')],
  ])('%s stays in the table and is logged as an error', async (_, options, failure) => {
    const { lines } = greet(() => {
      throw failure()
    })
    await enqueue(database.db, greeting, { name: 'Ana' }, options)
    const job = await untilJob(database, ({ last_error, locked_by }) => last_error !== null && !locked_by)
    expect(job).toMatchObject({ attempts: job.max_attempts, last_error: 'no' })
    expect(lines.filter(({ level }) => level >= 40)).toMatchObject([{ level: 50, job: 'greet', attempt: 1 }])
  })
})

describe('a periodic job', () => {
  it('comes by itself again and again, at one runner at a time', async () => {
    let [runs, under, most] = [0, 0, 0]
    const tick = periodic('tick', 50, async () => {
      most = Math.max(most, ++under)
      await delay(120)
      under--
      runs++
    })
    const runners = [run([tick]), run([tick])]
    await until(() => runs >= 4)
    await Promise.all(runners.map(({ stop }) => stop()))
    expect(most).toBe(1)
    expect(await jobsIn(database)).toEqual([])
  })

  it('gets a signal when the program ends, and finishes its work', async () => {
    let ended = false
    let started = false
    const { stop } = run([
      periodic('long', 60_000, async (stopping) => {
        started = true
        await delay(60_000, undefined, { signal: stopping }).catch(() => {})
        ended = true
      }),
    ])
    await until(() => started)
    await stop()
    expect(ended).toBe(true)
    expect(await jobsIn(database)).toEqual([])
  })
})

describe('several runners', () => {
  it('share the jobs, and each job is done once', async () => {
    const door = gate()
    const runners = [greet(door.pass), greet(door.pass)]
    const names = ['Ana', 'Bo', 'Cy', 'Di', 'Ed', 'Flo']
    for (const name of names) await enqueue(database.db, greeting, { name })
    // Each does two at a time, so four at once are two at both.
    await until(() => door.reached === 4)
    door.open()
    const done = () => runners.flatMap((runner) => runner.done)
    await until(() => done().length === names.length)
    await Promise.all(runners.map(({ stop }) => stop()))
    expect(done().sort()).toEqual(names)
    expect(await jobsIn(database)).toEqual([])
  })

  it('do not take a long job from one that is alive', async () => {
    const door = gate()
    const runners = [greet(door.pass), greet(door.pass)]
    await enqueue(database.db, greeting, { name: 'Ana' })
    await until(() => door.reached === 1)
    const [before] = await jobsIn(database)
    // Neither when it was taken nor what was last said is a sign of life any more.
    await database.pool.query(`
      update graphile_worker._private_jobs set locked_at = now() - interval '1 hour';
      update job_runners set seen_at = now() - interval '10 seconds'`)
    await vi.waitUntil(async () => (await silence()) < 9, { timeout: 10_000 })
    expect(await jobsIn(database)).toEqual([before])
    door.open()
    await until(() => runners.flatMap(({ done }) => done).length === 1)
  })

  const silence = async (): Promise<number> => {
    const { rows } = await database.pool.query(
      'select extract(epoch from now() - seen_at)::float8 as seconds from job_runners where id = (select locked_by from graphile_worker.jobs)',
    )
    return rows[0]?.seconds ?? Number.POSITIVE_INFINITY
  }
})

describe('a runner that stops', () => {
  it('ends at any moment after its start', async () => {
    for (const ms of [0, 1, 2, 3, 5, 8, 12, 18, 26, 40, 60, 90]) {
      const { log } = readableLog()
      const jobs = startJobs({ ...database, handlers: [], log })
      await delay(ms)
      await jobs.stop()
    }
  })

  it('ends, and leaves the pool free, also while every connection is taken', async () => {
    const crowded = openDatabase(database.address, { max: 2 })
    const { log } = readableLog()
    for (const ms of [0, 5, 20, 50, 150]) {
      const taken = [1, 2, 3, 4].map(() => crowded.pool.query('select pg_sleep(0.2)'))
      const jobs = startJobs({ ...crowded, handlers: [], log })
      await delay(ms)
      await Promise.all([jobs.stop(), ...taken])
    }
    await crowded.close()
  })

  it('finishes the job that is under way', async () => {
    const door = gate()
    const { done, stop } = greet(door.pass)
    await enqueue(database.db, greeting, { name: 'Ana' })
    await until(() => door.reached === 1)
    const stopped = stop()
    door.open()
    await stopped
    expect(done).toEqual(['Ana'])
    expect(await jobsIn(database)).toEqual([])
  })

  it('leaves a job that takes too long to the next runner, which has it within a few seconds', async () => {
    const door = gate()
    const { stop } = greet(door.pass)
    await enqueue(database.db, greeting, { name: 'Ana' })
    await until(() => door.reached === 1)
    const started = performance.now()
    await stop()
    expect(performance.now() - started).toBeLessThan(8_000)
    expect(await jobsIn(database)).toMatchObject([{ attempts: 1, locked_by: null }])

    const { done } = greet()
    await until(() => done.length === 1)
    door.open()
  })

  it('may stop as soon as it was started', async () => {
    const { stop } = run([handle(greeting, async () => {})])
    await stop()
  })
})

describe('When the database goes away', () => {
  const onServer = async (statement: string) => {
    const client = new pg.Client({ ...database.owner.address, database: 'postgres' })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const name = () => database.address.database

  it('while a job is under way, the runner goes on once it is back, and the job is done again', async () => {
    const door = gate()
    const { done, lines } = greet(door.pass, { ...hurried, leaseMs: 1_500 })
    await enqueue(database.db, greeting, { name: 'Ana' })
    await until(() => door.reached === 1)
    await onServer(`alter database ${name()} allow_connections false`)
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`)
    door.open()
    await until(() => lines.some(({ msg }) => msg === 'the jobs pause for a moment'))
    await onServer(`alter database ${name()} allow_connections true`)
    await enqueue(database.db, greeting, { name: 'Bo' })
    await until(() => done.includes('Bo'))
    // The end of Ana's could not be written: nobody renews that lease, so it is done once more.
    await vi.waitUntil(async () => (await jobsIn(database)).length === 0, { timeout: 40_000 })
    expect(done.filter((one) => one === 'Ana')).toHaveLength(2)
  })
})

describe('jobs of a time when the database’s clock was ahead', () => {
  it('are done once it is right again, also those that a dead process held', async () => {
    await enqueue(database.db, greeting, { name: 'put off' })
    await enqueue(database.db, greeting, { name: 'held' })
    await database.pool.query(`
      update graphile_worker._private_jobs set run_at = now() + interval '40 days';
      update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() + interval '40 days'
        where payload ->> 'name' = 'held'`)
    const { done } = greet(undefined, { ...hurried, leaseMs: 500 })
    await until(() => done.length === 2)
    expect(done.sort()).toEqual(['held', 'put off'])
  })
})
