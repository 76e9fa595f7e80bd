import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject, onTestFinished, vi } from 'vitest'
import { mediaOf } from '../../src/checks.ts'
import { examineAll } from '../../src/operations/index.ts'
import { PageCache } from '../../src/pages/cache/page-cache.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { readableLog } from '../../src/platform/jobs/testing/jobs.ts'
import { readSettings } from '../../src/platform/settings/read.ts'
import { type Line, startLine } from '../fakes/line.ts'
import { startTestApp } from '../harness/app.ts'
import { createTestDatabase } from '../harness/database.ts'
import { insertPerson, insertProduct } from '../harness/factories.ts'
import { signUp } from '../harness/people.ts'

const metricsToken = 'what-prometheus-sends'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1'

export type Scene = Awaited<ReturnType<typeof setScene>>

type Options = {
  env?: Record<string, string>
  /** How long the database may be silent before a connection counts as lost. */
  silentMs?: number
  jobs?: boolean
}

/**
 * The app, with its pages, at a database behind a line that the test spoils, as an account that is no superuser; with
 * somebody signed in, a product, and both public pages in the cache.
 */
export async function setScene({ env = {}, silentMs, jobs = false }: Options = {}) {
  const made = await createTestDatabase()
  const account = `faulty_${randomBytes(6).toString('hex')}`
  const direct = made.owner.pool
  await direct.query(`create role ${account} login`)
  await direct.query(`grant ${made.address.user} to ${account}`)
  const { host, port, database: name } = made.address
  const line: Line = await startLine({ path: path.join(host, `.s.PGSQL.${port}`) })
  const address = { host: '127.0.0.1', port: line.port, user: account, database: name }
  // Before the app, which would end cached pages as soon as it hears of it.
  const product = await insertProduct(made.db, await insertPerson(made.db))
  const { log, lines } = readableLog()
  const lost: string[] = []
  const database = openDatabase(address, { onError: ({ message }) => lost.push(message), silentMs })
  const app = await startTestApp({
    pages: true,
    jobs,
    log,
    database: { ...database, address, owner: made.owner },
    env: { METRICS_TOKEN: metricsToken, ...env },
  })
  onTestFinished(async () => {
    Object.assign(line, { state: 'open', delayMs: 0 })
    await app.close()
    await database.close()
    line.close()
    await direct.query(`revoke ${made.address.user} from ${account}`)
    await onServer(`alter database ${name} reset all`)
    await made.close()
    await onServer(`drop role ${account}`)
  })

  const person = await signUp(app)
  await hearOfChanges(direct)
  const get = (target: string, token?: string) => app.request('GET', target, { token })
  const cached = ['/feed', `/l/${product.shortLinkId}`]
  for (const target of cached) await get(target)

  const post = (body: object) =>
    app.request('POST', '/api/v1/products', {
      token: person.token,
      body: { amazon_url: 'https://amazon.com/dp/B0KILL0001', title: 'A mug', category_id: null, ...body },
    })
  const click = (eventId: string = crypto.randomUUID()) =>
    app.request('POST', `/api/v1/products/${product.id}/clicks`, {
      body: { kind: 'view', referrer: null, event_id: eventId },
      headers: { 'user-agent': phone },
    })

  return {
    app,
    account,
    direct,
    line,
    lost,
    person,
    product,
    get,
    post,
    click,
    /** Whether what needs no database is still given: both public pages, a file, and the sign of life. */
    goesOn: async () => {
      const statuses = await Promise.all(
        [...cached, '/robots.txt', '/healthz'].map(async (target) => (await get(target)).status),
      )
      return statuses.every((status) => status === 200)
    },
    /** How often the log has said this. */
    said: (words: string) => lines.filter(({ msg }) => msg.includes(words)).length,
    /** Everything that the log has warned of. */
    warnings: () => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg),
    /** The metrics of now: the sum of those series whose name and labels begin so. */
    metrics: async () => {
      const headers = { authorization: `Bearer ${metricsToken}` }
      const rows = String((await app.request('GET', '/metrics', { headers })).body).split('\n')
      return (series: string): number =>
        rows
          .filter((row) => row.startsWith(series))
          .reduce((sum, row) => sum + Number(row.split(' ').at(-1)), 0)
    },
    /** What the doctor says of one thing, as an operator sees it beside the app. */
    doctor: (of: string) => askDoctor(of, { address, env, port: new URL(app.url).port }),
    /** Whether a click is stored. */
    hasClick: async (eventId: string) =>
      (await direct.query('select from click_events where event_id = $1', [eventId])).rowCount === 1,
  }
}

/** Waits until the app has heard of all changes so far, in whose order the server tells them: they end cached pages. */
async function hearOfChanges(direct: pg.Pool) {
  const heard = vi.spyOn(PageCache.prototype, 'invalidate')
  await direct.query(`select pg_notify('page_changed', 'all so far')`)
  await vi.waitUntil(() => heard.mock.calls.some(([tag]) => tag === 'all so far'), { timeout: 20_000 })
  heard.mockRestore()
}

type DoctorOptions = {
  address: Parameters<typeof openDatabase>[0]
  env: Record<string, string>
  port: string
}

async function askDoctor(of: string, { address, env, port }: DoctorOptions) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-faults-'))
  const settings = readSettings({ NODE_ENV: 'test', PORT: port, DATA_DIR: dataDir, ...env }, dataDir)
  const own = openDatabase(address, { max: 4 })
  try {
    const found = await examineAll(settings, mediaOf(settings), own)
    return found.find(({ name }) => name === of)
  } finally {
    await own.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Runs a statement as the server's superuser, beside every database of a test. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('server'), database: 'postgres' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
