import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { foldClicks } from '../../src/clicks/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { isDatabaseUnavailable } from '../../src/platform/database/errors.ts'
import { startDatabaseServer } from '../../src/platform/database/server.ts'
import { signUpAt } from '../harness/people.ts'
import { type FolioProcess, postmasterPid, startFolio } from '../harness/process.ts'
import { problemsOf } from './check.ts'
import { createLoad, type Load, type Observed, publishProduct } from './load.ts'
import { createRandom, type Random } from './random.ts'

export const victims = ['app', 'database'] as const
export type Victim = (typeof victims)[number]

type ChaosOptions = {
  victim: Victim
  rounds: number
  /** Decides who clicks what and when it is killed: the same again for the same seed, as far as processes allow. */
  seed: number
  report?: (line: string) => void
}

type Chaos = Observed & {
  /** How often deltas were folded meanwhile. */
  folds: number
}

/**
 * The kills of the database that one program gets. When it dies within a minute of its start again and again, the
 * program waits ever longer, and ends after eight times (src/platform/postgres/supervise.ts).
 */
const lives = 5

/** Clicks that are answered before, and again after, a kill. */
const enough = 60
const workers = 8

/**
 * Runs the real program on a data folder of its own, with clicks all the time, and kills it or its database `rounds`
 * times without warning. After each time, acknowledged clicks and products must be stored once, and all sums must be
 * right. Rejects with the differences and the seed; the data folder is then left for inspection.
 */
export async function chaos({
  victim,
  rounds,
  seed,
  report = () => undefined,
}: ChaosOptions): Promise<Chaos> {
  const random = createRandom(seed)
  const scene = await setScene(random)
  try {
    for (let round = 1; round <= rounds; round += 1) {
      if (victim === 'database' && round % lives === 0) await renew(scene)
      const afterMs = await kill(victim, scene, random)
      const problems = await problemsOf(scene.context, scene.load.observed)
      if (victim === 'database' && scene.load.observed.cut > 0)
        problems.push('Connections to the program were cut.')
      if (problems.length > 0) throw new Error(problems.slice(0, 40).join('\n'))
      const { acknowledged, cut, refused } = scene.load.observed
      report(
        `round ${round}: killed the ${victim} ${afterMs} ms after the answers began; ${acknowledged.size} clicks ` +
          `acknowledged so far, ${cut} connections cut, ${refused} refusals`,
      )
    }
    const folds = await scene.letGo()
    await endWell(scene)
    rmSync(scene.dataDir, { recursive: true, force: true })
    return { ...scene.load.observed, folds }
  } catch (error) {
    scene.folio.child.kill('SIGKILL')
    await scene.load.pause()
    await scene.letGo().catch(() => undefined)
    throw new Error(
      `Chaos for the ${victim} with seed ${seed} (${scene.dataDir}):\n${error instanceof Error ? error.message : error}` +
        `\nThe program said:\n${saidBy(scene.folio)}`,
      { cause: error },
    )
  }
}

type Scene = {
  dataDir: string
  /** The running program. */
  folio: FolioProcess
  load: Load
  context: { db: Database['db']; clock: () => Date; actor: null }
  /** Stops this process's work on the database; resolves with how often it folded. */
  letGo: () => Promise<number>
}

const start = (dataDir: string) => startFolio(dataDir, { TRUST_PROXY: 'on' })

async function setScene(random: Random): Promise<Scene> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-chaos-'))
  const folio = await start(dataDir)
  const stage = await prepare(folio).catch((error: unknown) => {
    folio.child.kill('SIGKILL')
    throw error
  })
  const { address } = await startDatabaseServer({ databaseUrl: undefined, dataDir }, () => undefined)
  const database = openDatabase(address)
  const context = { db: database.db, clock: systemClock, actor: null }
  const folding = foldWithoutPause(context)
  const letGo = () => folding.stop().finally(() => database.close())
  const scene: Scene = {
    dataDir,
    folio,
    load: createLoad({ random, workers, url: () => scene.folio.url, ...stage }),
    context,
    letGo,
  }
  return scene
}

/** Ends the program as an operator does. */
async function endWell({ folio }: Scene) {
  const code = await folio.end('SIGTERM')
  if (code !== 0) throw new Error(`The program ended with ${code}.`)
}

async function renew(scene: Scene) {
  await endWell(scene)
  scene.folio = await start(scene.dataDir)
}

/** The program's log messages, each once, with how often it came. */
function saidBy({ output }: FolioProcess): string {
  const messages = output()
    .split('\n')
    .map((line) => /"msg":"(.*)"}$/.exec(line)?.[1] ?? line)
  return [...Map.groupBy(messages, (message) => message)]
    .map(([message, { length }]) => `${length} × ${message}`)
    .join('\n')
}

/** Waits for an answer, kills, waits until it answers again, and pauses. Returns how many milliseconds it ran. */
async function kill(victim: Victim, scene: Scene, random: Random): Promise<number> {
  scene.load.resume()
  await answers(scene)
  const afterMs = random.between(0, 700)
  await wait(afterMs)
  if (victim === 'app') {
    await scene.folio.end('SIGKILL')
    scene.folio = await start(scene.dataDir)
  } else process.kill(postmasterPid(scene.dataDir), 'SIGKILL')
  await answers(scene)
  await wait(random.between(0, 300))
  await scene.load.pause()
  return afterMs
}

/** Somebody with some products. */
async function prepare({ url }: FolioProcess) {
  const { access_token: ownersToken } = await signUpAt(url)
  const productIds: string[] = []
  for (let n = 0; n < 20; n += 1) productIds.push((await publishProduct(url, ownersToken)).body.id)
  return { ownersToken, productIds }
}

/** Resolves when the program has answered that many more of the clicks sent from now on. */
async function answers({ load: { observed }, folio }: Scene) {
  const before = observed.acknowledged.size + observed.wrong.length
  const deadline = Date.now() + 60_000
  while (observed.acknowledged.size + observed.wrong.length < before + enough) {
    if (Date.now() > deadline) throw new Error('No click has been answered for a minute.')
    if (folio.child.exitCode !== null) throw new Error('The program has ended by itself.')
    await wait(5)
  }
}

/** Another process of the same database folds all the time, as several nodes do in turns. */
function foldWithoutPause(context: Parameters<typeof foldClicks>[0]) {
  let folds = 0
  let isOver = false
  const work = async () => {
    while (!isOver) {
      await foldClicks(context).then(
        () => {
          folds += 1
        },
        (error: unknown) => {
          if (!isDatabaseUnavailable(error)) throw error
        },
      )
      await wait(50)
    }
    return folds
  }
  const done = work()
  done.catch(() => undefined)
  return {
    stop: () => {
      isOver = true
      return done
    },
  }
}
