import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { writeCountryDatabase } from '../../fakes/country-database.ts'
import { type FolioProcess, postmasterPid, startFolio, startRefused } from '../../harness/process.ts'
import { ask, start, workersOf } from './start.ts'

function someWorkerOf(folio: FolioProcess): number {
  const [worker] = workersOf(folio)
  // A kill of 0 would end the test's own group.
  if (!worker) throw new Error('There is no worker.')
  return worker
}

it('a worker that dies is replaced; limits of addresses go on, since the parent counts (decision 91)', async () => {
  const { folio } = await start()
  const agent = new Agent()
  const search = () => ask(`${folio.url}/api/v1/search?q=mug`, agent)
  // Four at once, as an address may.
  const searches = async (count: number) => {
    const answers: (number | string)[] = []
    while (answers.length < count) answers.push(...(await Promise.all(Array.from({ length: 4 }, search))))
    return answers
  }
  const tally = (answers: (number | string)[]) => answers.filter((answer) => answer === 200).length
  // A new minute begins a new count, so all of it happens in one.
  const secondsLeft = 60 - new Date().getSeconds()
  if (secondsLeft < 30) await delay(secondsLeft * 1_000)
  let allowed = tally(await searches(200))
  const victim = someWorkerOf(folio)
  process.kill(victim, 'SIGKILL')
  await expect.poll(() => workersOf(folio)).not.toContain(victim)
  allowed += tally(await searches(100))
  expect(allowed).toBe(240)
  await expect.poll(() => workersOf(folio), { timeout: 100_000 }).toHaveLength(2)
  expect(folio.output()).toContain('Another takes its place')
  expect(await ask(`${folio.url}/readyz`, agent)).toBe(200)
})

it('a worker that answers nothing is ended and replaced (decision 91)', async () => {
  const { folio } = await start()
  const victim = someWorkerOf(folio)
  process.kill(victim, 'SIGSTOP')
  // One of them is handed to the victim, which never takes it.
  const asked = Promise.all(Array.from({ length: 8 }, () => ask(`${folio.url}/readyz`, new Agent())))
  await expect.poll(() => folio.output(), { timeout: 100_000 }).toContain('A worker does not answer')
  await expect.poll(() => workersOf(folio), { timeout: 100_000 }).not.toContain(victim)
  expect((await asked).toSorted()).toEqual([...Array.from({ length: 7 }, () => 200), 'ECONNRESET'])
  await expect.poll(() => workersOf(folio), { timeout: 100_000 }).toHaveLength(2)
  expect(await ask(`${folio.url}/readyz`, new Agent())).toBe(200)
})

it('a worker that cannot be replaced ends no other, and is tried until it can (decision 91)', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-countries-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const countries = path.join(folder, 'countries.mmdb')
  await writeCountryDatabase(countries, { '10.0.0.0/8': 'FR' })
  const { folio } = await start({ GEO_DATABASE: countries })
  renameSync(countries, `${countries}.aside`)
  process.kill(someWorkerOf(folio), 'SIGKILL')
  // The pauses before it grow up to ten seconds.
  await expect.poll(() => folio.output(), { timeout: 150_000 }).toContain('A worker does not stay up')
  expect(await ask(`${folio.url}/readyz`, new Agent())).toBe(200)
  renameSync(`${countries}.aside`, countries)
  await expect.poll(() => workersOf(folio), { timeout: 60_000 }).toHaveLength(2)
  expect(await folio.end('SIGTERM')).toBe(0)
})

it('SIGTERM answers what is under way; a parent that is killed takes workers and database along', async () => {
  const { folio, dataDir } = await start({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' })
  const agent = new Agent()
  const asked = Array.from({ length: 40 }, () => ask(`${folio.url}/feed`, agent))
  await Promise.race(asked)
  const code = folio.end('SIGTERM')
  expect(await Promise.all(asked)).toEqual(asked.map(() => 200))
  expect(await code).toBe(0)
  expect(workersOf(folio)).toEqual([])
  expect(folio.output().trimEnd().split('\n').at(-1)).toContain('"msg":"ended"')

  const again = await startFolio(dataDir, { WEB_CONCURRENCY: '2' })
  const postmaster = postmasterPid(dataDir)
  expect(workersOf(again)).toHaveLength(2)
  await again.end('SIGKILL')
  await expect.poll(() => workersOf(again)).toEqual([])
  await expect.poll(() => isRunning(postmaster)).toBe(false)
})

it('a start that fails is said once, by the first worker, and ends all', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-workers-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { DATA_DIR: dataDir, WEB_CONCURRENCY: '2', HOST: '192.0.2.1', LOG_LEVEL: 'silent' }
  const { code, out, err } = await startRefused(env)
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: 'Cannot listen on 192.0.2.1:3000 (EADDRNOTAVAIL). Check HOST and PORT.\n',
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
