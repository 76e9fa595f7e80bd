import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { nodeOptions } from '../../src/platform/build/memory-options.ts'
import { askerOf } from '../load/asker.ts'
import { type Done, liveLives } from '../load/lives.ts'
import { send } from '../load/load.ts'
import { type Visits, visitsOf } from '../load/visits.ts'
import { atMost, type Finding, fixed, growthOf, megabytes, range, whole } from '../report.ts'
import { createMemoryWatch, residentBytes, startApp } from '../stage/app.ts'
import { runBackup } from '../stage/backup.ts'
import { projectDir, startProgram } from '../stage/programs.ts'
import type { Setting } from '../stage/setting.ts'
import { password } from '../stage/sign-in.ts'

const restMs = 10_000
/** The memory of Folio's process, without PostgreSQL's. */
const most = { atRest: 16.5e6, growth: 1.1, backup: 320e6 }

/** The memory of Folio's process at rest, and while everything is asked of it at once for as long as the run says. */
export async function memoryFigure(setting: Setting): Promise<Finding[]> {
  return [await atRest(), ...(await underLoad(setting))]
}

const inFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-memory-'))
  return use(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** Ten seconds after some requests, beside a bare server that has loaded the same packages. */
async function atRest(): Promise<Finding> {
  const app = await inFolder(restOfApp)
  const bare = await restOfBareServer()
  return {
    what: 'memory at rest above a bare server’s',
    measured: megabytes(app - bare),
    ...atMost(most.atRest, app - bare, megabytes),
    detail: `Folio ${megabytes(app)}, bare ${megabytes(bare)}`,
  }
}

/** In a second start: the first makes the database, and a product to show. */
async function restOfApp(folder: string): Promise<number> {
  const account = { email: 'rest@example.org', password }
  const first = await startApp({ DATA_DIR: folder })
  const link = await publishProduct(first.url, account).finally(first.stop)
  const app = await startApp({ DATA_DIR: folder })
  try {
    const ask = askerOf(app.url)
    for (const target of ['/feed', `/l/${link}`, `/api/v1/products/${link}`, '/api/v1/feed'])
      await ask(target, target)
    await ask('sign-in', '/auth/v1/token?grant_type=password', 'POST', account)
    await delay(restMs)
    return residentBytes(app.pid)
  } finally {
    await app.stop()
  }
}

async function publishProduct(url: string, account: object): Promise<string> {
  const data = { first_name: 'Ida', last_name: 'Rest' }
  const session = JSON.parse(await askerOf(url)('sign-up', '/auth/v1/signup', 'POST', { ...account, data }))
  const ask = askerOf(url, { userId: session.user.id, token: session.access_token })
  const amazon_url = 'https://www.amazon.com/dp/B08N5WRWNW'
  const product = { amazon_url, title: 'A quiet lamp', category_id: null }
  return JSON.parse(await ask('post', '/api/v1/products', 'POST', product)).short_link_id
}

async function restOfBareServer(): Promise<number> {
  const file = path.join(projectDir, 'bench/reference/bare-memory.ts')
  const bare = await startProgram(['node', ...nodeOptions, file], { ready: /listening at/ })
  try {
    await askerOf(bare.line.split(' ').at(-1) ?? '')('page', '/')
    await delay(restMs)
    return residentBytes(bare.pid)
  } finally {
    await bare.stop()
  }
}

/** Visits, whole lives of people, reports, and a backup in the middle. Garbage is collected before the heap counts. */
const underLoad = ({ database, minutes }: Setting): Promise<Finding[]> =>
  inFolder(async (folder) => {
    const { url, pool } = await database()
    const watch = createMemoryWatch()
    // One admin gives people something all the time.
    const env = { DATABASE_URL: url, DATA_DIR: folder, ADJUSTMENT_ALONE: '1000000' }
    try {
      const app = await startApp({ ...env, TRUST_PROXY: 'on', BENCH_COLLECT: 'on', ...watch.env })
      try {
        const visits = await visitsOf(app.url, pool)
        const before = watch.samplesOf(app.pid).length
        const [visited, lived, backup] = await Promise.all([
          visit(app.url, visits, minutes),
          liveLives(app.url, pool, AbortSignal.timeout(minutes * 60_000)),
          delay(minutes * 30_000).then(() => runBackup(path.join(folder, 'folio.tar'), env)),
        ])
        const samples = watch.samplesOf(app.pid).slice(before)
        const heaps = samples.filter(({ isCollected }) => isCollected).map(({ heapUsed }) => heapUsed)
        return [
          growthFinding(
            `resident memory in ${minutes} minutes, last third / second`,
            samples.map(({ rss }) => rss),
          ),
          growthFinding('heap after collecting garbage, likewise', heaps),
          wrongFinding([visited, lived]),
          {
            what: 'memory of a backup meanwhile',
            measured: megabytes(backup),
            ...atMost(most.backup, backup, megabytes),
          },
        ]
      } finally {
        await app.stop()
      }
    } finally {
      watch.end()
    }
  })

/** Sends all kinds of visits at once. */
async function visit(url: string, visits: Visits[], minutes: number): Promise<Done> {
  const done: Done = { counts: new Map(), wrong: [] }
  await Promise.all(
    visits.map(async ({ what, request, connections }) => {
      const { requests, failures } = await send(url, request, { connections, seconds: minutes * 60 })
      done.counts.set(what, requests)
      if (failures > 0) done.wrong.push(`${failures} ${what} failed`)
    }),
  )
  return done
}

function growthFinding(what: string, bytes: number[]): Finding {
  const { thirds, ratio } = growthOf(bytes)
  return {
    what,
    measured: fixed(ratio),
    ...atMost(most.growth, ratio),
    detail: `thirds ${thirds.map(megabytes).join(', ')}, all ${range(bytes, megabytes)}`,
  }
}

function wrongFinding(done: Done[]): Finding {
  const wrong = done.flatMap((one) => one.wrong)
  const counts = done.flatMap((one) => [...one.counts]).map(([what, count]) => `${whole(count)} ${what}`)
  return {
    what: 'kinds of answers that were wrong meanwhile',
    measured: whole(wrong.length),
    ...atMost(0, wrong.length, whole),
    detail: [...counts, ...new Set(wrong)].join(', '),
  }
}
