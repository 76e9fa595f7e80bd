import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import {
  freePort,
  type Replica,
  type Replicas,
  startReplicas,
} from '../../src/platform/postgres/testing/replicas.ts'
import { signUpAt } from '../harness/people.ts'
import { type FolioProcess, startFolio } from '../harness/process.ts'
import { problemsOf } from './check.ts'
import { createLoad, publishProduct } from './load.ts'
import { createRandom } from './random.ts'
import { createReaders, type Readers } from './readers.ts'

const limitMs = 300_000
/** Answers are observed for so long before a kill, and after what it needs is back. */
const calmMs = 3_000
/** How long a failover may take: until the last error, of everything together. */
const failoverMs = 20_000
const workers = 4

type Node = { dataDir: string; folio: FolioProcess; isUp: boolean }

/**
 * Two nodes at a primary with two standbys, of which one confirms each commit (decision 91), under clicks, publishing,
 * adjustments and reading: each of the five is killed in turn, and after the primary a standby is promoted. What was
 * acknowledged must be there, no page older than promised, and errors come only within seconds of a kill. Rejects with
 * what was otherwise; takes five minutes at most.
 */
export async function failover(report: (line: string) => void): Promise<void> {
  const began = performance.now()
  const replicas = await startReplicas()
  const nodes: Node[] = []
  const env = {
    TRUST_PROXY: 'on',
    SITE_URL: 'http://folio.test',
    PAYOUT_KEY: Buffer.alloc(32, 1).toString('base64'),
    DATABASE_URL: replicas.urlOf(replicas.all),
    DATABASE_READ_URL: replicas.urlOf(replicas.all),
    METRICS_TOKEN: 'what-prometheus-sends',
  }
  // One site, as tokens demand, at two ports.
  const start = async (dataDir: string): Promise<FolioProcess> => {
    const port = await freePort()
    const folio = await startFolio(dataDir, { ...env, PORT: String(port) })
    return { ...folio, url: `http://127.0.0.1:${port}` }
  }
  try {
    for (const name of ['a', 'b']) {
      const dataDir = mkdtempSync(path.join(tmpdir(), `folio-failover-${name}-`))
      nodes.push({ dataDir, folio: await start(dataDir), isUp: true })
    }
    report(`Two nodes, a primary and two standbys run after ${seconds(began)} s.`)
    const scene = await setScene(nodes, replicas)
    const phases = phasesOf(nodes, replicas, start)
    const problems: string[] = []
    for (const [name, kill] of phases) {
      if (performance.now() - began > limitMs) throw new Error('It took longer than five minutes.')
      const found = await observe(scene, kill)
      report(`${name}: ${found.line}`)
      if (found.lastErrorMs > failoverMs) problems.push(`${name}: errors ${found.lastErrorMs} ms later`)
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
    await replicas.stop()
  }
}

const seconds = (since: number) => Math.round((performance.now() - since) / 1_000)

type Phase = [name: string, kill: () => Promise<void>]

/** What is killed, and brought back. */
function phasesOf(nodes: Node[], replicas: Replicas, start: (dataDir: string) => Promise<FolioProcess>) {
  const [primary, first, second] = replicas.all as [Replica, Replica, Replica]
  const killNode = (node: Node) => async () => {
    // As behind a balancer, which sends nobody to a node that does not answer.
    node.isUp = false
    await node.folio.end('SIGKILL')
    node.folio = await start(node.dataDir)
    node.isUp = true
  }
  const killStandby = (standby: Replica) => async () => {
    await replicas.kill(standby)
    await wait(calmMs)
    await replicas.start(standby)
  }
  const [a, b] = nodes as [Node, Node]
  const phases: Phase[] = [
    ['node a killed and started', killNode(a)],
    ['standby 1 killed and started', killStandby(first)],
    ['standby 2 killed and started', killStandby(second)],
    [
      'primary killed, a standby promoted',
      async () => {
        await replicas.kill(primary)
        await replicas.promote([first, second])
      },
    ],
    ['node b killed and started', killNode(b)],
  ]
  return phases
}

type Scene = {
  errors: () => number
  answers: () => number
  stop: () => Promise<void>
  problems: () => Promise<string[]>
  summary: () => string
}

/** Somebody with products, an admin, and everyone who asks something. */
async function setScene(nodes: Node[], replicas: Replicas): Promise<Scene> {
  let turn = 0
  const url = () => {
    const up = nodes.filter(({ isUp }) => isUp)
    turn += 1
    return (up[turn % up.length] ?? (nodes[0] as Node)).folio.url
  }
  const address = { connectionString: replicas.urlOf([replicas.primary]), hosts: urlsOf(replicas) }
  const database = openDatabase(address)
  const owner = await signUpAt(url())
  const admin = await signUpAt(url(), { first: 'Ada', last: 'Lind' })
  await database.pool.query(`update users set role = 'admin' where id = $1`, [admin.user.id])
  const productIds: string[] = []
  for (let n = 0; n < 10; n += 1) productIds.push((await publishProduct(url(), owner.access_token)).body.id)
  const random = createRandom(Number(process.env.SEED ?? 1))
  const load = createLoad({ random, workers, url, productIds, ownersToken: owner.access_token })
  const readers: Readers = createReaders({ url, owner, admin, productId: productIds[0] as string })
  load.resume()
  readers.resume()
  const { observed } = load
  return {
    errors: () => observed.cut + observed.refused + readers.observed.failed,
    answers: () => observed.acknowledged.size + observed.posted.length + readers.observed.pages,
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

const urlsOf = (replicas: Replicas) => replicas.all.map((one) => replicas.urlOf([one]))

/** Kills in the middle of answers, and says when the first and the last error came after it. */
async function observe(scene: Scene, kill: () => Promise<void>) {
  await untilAnswers(scene, 40)
  await wait(calmMs)
  const killedAt = performance.now()
  let [firstErrorMs, lastErrorMs] = [0, 0]
  let errors = scene.errors()
  const before = errors
  const watching = setInterval(() => {
    const now = scene.errors()
    if (now === errors) return
    errors = now
    lastErrorMs = Math.round(performance.now() - killedAt)
    firstErrorMs ||= lastErrorMs
  }, 20)
  try {
    await kill()
    const backMs = Math.round(performance.now() - killedAt)
    await untilAnswers(scene, 40)
    await wait(calmMs)
    const line =
      errors === before
        ? `no error; back after ${backMs} ms`
        : `${errors - before} errors, from ${firstErrorMs} to ${lastErrorMs} ms after the kill; back after ${backMs} ms`
    return { line, lastErrorMs }
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
