import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { splitHosts } from '../../src/platform/database/hosts.ts'
import { freePort } from '../../src/platform/postgres/testing/replicas.ts'
import { signUpAt } from '../harness/people.ts'
import { type FolioProcess, startFolio } from '../harness/process.ts'
import { problemsOf } from './check.ts'
import { createLoad, publishProduct } from './load.ts'
import { createRandom } from './random.ts'
import { createReaders, heardMs, type Readers } from './readers.ts'

/** Answers are observed for so long before a fault, and after what it needs is back. */
export const calmMs = 3_000
const workers = 4

export type Node = { dataDir: string; folio: FolioProcess; isUp: boolean }

export type Phase = {
  name: string
  /** Causes it, and brings back what it took. What is noted stands in the report, with the time since the fault. */
  fault: (note: (what: string) => void) => Promise<unknown>
  /** How long after the fault an error may come. */
  errorsMs: number
  /** How old a page may be meanwhile, where that is longer than promised. */
  pagesMs?: number
}

type UnderLoad = {
  /** Names all servers. */
  databaseUrl: string
  /** The servers, in words. */
  servers: string
  phases: (nodes: [Node, Node], restart: (node: Node) => Promise<void>, scene: Scene) => Phase[]
  limitMs: number
  report: (line: string) => void
}

/**
 * Two nodes at several database servers (decision 91), under clicks, publishing, adjustments and reading, while one
 * fault comes after the other. What was acknowledged must be there, no page older than promised, and errors come only
 * within seconds of a fault. Rejects with what was otherwise.
 */
export async function underLoad({ databaseUrl, servers, phases, limitMs, report }: UnderLoad): Promise<void> {
  const began = performance.now()
  const nodes: Node[] = []
  const env = {
    TRUST_PROXY: 'on',
    SITE_URL: 'http://folio.test',
    PAYOUT_KEY: Buffer.alloc(32, 1).toString('base64'),
    CHECKPOINT_KEY: Buffer.alloc(32, 2).toString('base64'),
    // The admin adjusts all the time.
    ADJUSTMENT_ALONE: '1000000',
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URL: databaseUrl,
    METRICS_TOKEN: 'what-prometheus-sends',
  }
  // One site, as tokens demand, at two ports.
  const start = async (dataDir: string): Promise<FolioProcess> => {
    const port = await freePort()
    const folio = await startFolio(dataDir, { ...env, PORT: String(port) })
    return { ...folio, url: `http://127.0.0.1:${port}` }
  }
  const restart = async (node: Node) => {
    // As behind a balancer, which sends nobody to a node that does not answer.
    node.isUp = false
    await node.folio.end('SIGKILL')
    node.folio = await start(node.dataDir)
    node.isUp = true
  }
  try {
    for (const name of ['a', 'b']) {
      const dataDir = mkdtempSync(path.join(tmpdir(), `folio-failover-${name}-`))
      nodes.push({ dataDir, folio: await start(dataDir), isUp: true })
    }
    report(`Two nodes and ${servers} run after ${seconds(began)} s.`)
    const scene = await setScene(nodes, databaseUrl)
    const problems: string[] = []
    for (const { name, fault, errorsMs, pagesMs = heardMs } of phases(
      nodes as [Node, Node],
      restart,
      scene,
    )) {
      if (performance.now() - began > limitMs)
        throw new Error(`It took longer than ${limitMs / 60_000} minutes.`)
      scene.allowPages(pagesMs)
      const found = await observe(scene, fault)
      report(`${name}: ${found.line}`)
      if (found.lastErrorMs > errorsMs) problems.push(`${name}: errors ${found.lastErrorMs} ms later`)
    }
    await scene.stop()
    problems.push(...(await scene.problems()))
    report(scene.summary())
    if (problems.length > 0) throw new Error(problems.slice(0, 40).join('\n'))
    report(`Nothing acknowledged was lost, and no page was older than promised, in ${seconds(began)} s.`)
  } finally {
    for (const { folio, dataDir } of nodes) {
      folio.child.kill('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

const seconds = (since: number) => Math.round((performance.now() - since) / 1_000)

export type Scene = {
  errors: () => number
  answers: () => number
  /** Those that were acknowledged and changed something. */
  changes: () => number
  /** Publishes a product; resolves with its id once that is acknowledged. */
  publish: () => Promise<string>
  allowPages: (behindMs: number) => void
  stop: () => Promise<void>
  problems: () => Promise<string[]>
  summary: () => string
}

/** Somebody with products, an admin, and everyone who asks something. */
async function setScene(nodes: Node[], databaseUrl: string): Promise<Scene> {
  let turn = 0
  const url = () => {
    const up = nodes.filter(({ isUp }) => isUp)
    turn += 1
    return (up[turn % up.length] ?? (nodes[0] as Node)).folio.url
  }
  const hosts = splitHosts(databaseUrl)
  const database = openDatabase({ connectionString: hosts[0] as string, hosts })
  const owner = await signUpAt(url())
  const admin = await signUpAt(url(), { first: 'Ada', last: 'Lind' })
  await database.pool.query(`update users set role = 'admin' where id = $1`, [admin.user.id])
  const publish = async (): Promise<string> => (await publishProduct(url(), owner.access_token)).body.id
  const productIds: string[] = []
  for (let n = 0; n < 10; n += 1) productIds.push(await publish())
  const random = createRandom(Number(process.env.SEED ?? 1))
  const load = createLoad({ random, workers, url, productIds, ownersToken: owner.access_token })
  const readers: Readers = createReaders({ url, owner, admin, productId: productIds[0] as string })
  load.resume()
  readers.resume()
  const { observed } = load
  const changes = () => observed.acknowledged.size + observed.posted.length
  return {
    errors: () => observed.cut + observed.refused + readers.observed.failed,
    answers: () => changes() + readers.observed.pages,
    changes,
    publish,
    allowPages: (behindMs) => {
      readers.observed.allowedMs = behindMs
    },
    stop: async () => {
      await load.pause()
      await readers.pause()
    },
    problems: async () => {
      const context = { db: database.db, clock: systemClock, actor: null }
      const found = [
        ...(await problemsOf(context, observed)),
        ...readers.observed.wrong,
        ...(await readers.missing(database.pool)),
      ]
      await database.close()
      return found
    },
    summary: () =>
      `Acknowledged: ${observed.acknowledged.size} clicks, ${observed.posted.length} products, ` +
      `${readers.observed.adjusted.size} ledger rows, ${readers.observed.edited} edits. Pages read ${readers.observed.pages}, ` +
      `of them ${readers.observed.stale} given as before; the oldest ${readers.observed.oldestMs} ms behind. ` +
      `Connections cut ${observed.cut}, refusals ${observed.refused}, other errors ${readers.observed.failed}.`,
  }
}

/** Causes a fault in the middle of answers, and says when the first and the last error came after it. */
async function observe(scene: Scene, fault: Phase['fault']) {
  await untilAnswers(scene, 40)
  await wait(calmMs)
  const beganAt = performance.now()
  const since = () => Math.round(performance.now() - beganAt)
  let [firstErrorMs, lastErrorMs] = [0, 0]
  let errors = scene.errors()
  const before = errors
  const watching = setInterval(() => {
    const now = scene.errors()
    if (now === errors) return
    errors = now
    lastErrorMs = since()
    firstErrorMs ||= lastErrorMs
  }, 20)
  const notes: string[] = []
  try {
    await fault((what) => notes.push(`${what} after ${since()} ms`))
    notes.push(`back after ${since()} ms`)
    await untilAnswers(scene, 40)
    await wait(calmMs)
    const said =
      errors === before
        ? 'no error'
        : `${errors - before} errors, from ${firstErrorMs} to ${lastErrorMs} ms after it`
    return { line: [said, ...notes].join('; '), lastErrorMs }
  } finally {
    clearInterval(watching)
  }
}

/** Resolves when so many more answers have come. */
async function untilAnswers({ answers }: Scene, count: number): Promise<void> {
  const enough = answers() + count
  const until = Date.now() + 60_000
  while (answers() < enough) {
    if (Date.now() > until) throw new Error('Nothing was answered for a minute.')
    await wait(20)
  }
}
