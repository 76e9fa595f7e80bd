import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { agent, type ClickLoad, createClickLoad } from '../load/click-load.ts'
import type { Outcome } from '../load/client.ts'
import { type Amount, load } from '../load/load.ts'
import { compare, type Round, ratioFinding, timesFinding } from '../reference/compare.ts'
import { pgbench, requirePgbench } from '../reference/pgbench.ts'
import { atMost, CannotMeasure, type Finding, median, range, whole } from '../report.ts'
import { familySeconds, processorSeconds } from '../stage/processor.ts'
import type { Setting, ShownProduct } from '../stage/setting.ts'

const clients = 64
const pageReaders = 32
const seconds = 2
const pacedRounds = 5
// Long enough for a hundredth of it to be more than the start of the load.
const pacedSeconds = 4
const mostMs = 50
/** A quarter less than when it was first measured (bench/README.md#last-seen). */
const mostMicros = 71
const headStartMs = 500

// A row as a click leaves it, one in a transaction, as pgbench's own tests write theirs.
const insert = `\\set product random(1, 1000)
\\set visitor random(1, 2000000000)
insert into bench_clicks (product_id, kind, outcome, visitor, referrer, user_agent, clicked_at)
values (lpad(to_hex(:product), 32, '0')::uuid, 'view', 'counted', sha256(int4send(:visitor)),
  'https://www.example.com/', '${agent}', now());
`

/**
 * Clicks, each answered once it is committed: how many a second, how long they take, on one product, and how fast pages
 * stay meanwhile.
 */
export async function clicksFigure(setting: Setting): Promise<Finding[]> {
  await requirePgbench()
  const { url } = await setting.app()
  const { pool, url: databaseUrl } = await setting.database()
  const click = await createClickLoad(url, pool)
  await pool.query('create table if not exists bench_clicks (like clicks including all)')
  const products = await someProducts(pool)
  const viral = await setting.product()
  const spread = clickRound(click, products)

  const inserts = await compare(spread, pgbench(databaseUrl, insert, { clients, seconds }))
  const half = Math.floor(median(inserts.reference) / 2)
  const oneProduct = await compare(clickRound(click, [viral.id]), spread)
  return [
    ratioFinding('clicks, committed / pgbench inserts', inserts, { least: 1, of: 'pgbench' }),
    await pacedFinding((amount) => click(products, amount), half),
    ratioFinding('clicks on one product / on a thousand', oneProduct, { least: 0.7, of: 'on a thousand' }),
    await costFinding(await setting.app(), pool, clickRound(click, products)),
    await pagesFinding({ url, click, viral, rate: half }),
  ]
}

const perSecond = ({ requests, seconds: took }: Outcome) => requests / took

const clickRound =
  (click: ClickLoad, products: string[]): Round =>
  async () =>
    perSecond(await click(products, { connections: clients, seconds }))

/** How long clicks take at a fixed rate, however fast the answers come. */
async function pacedFinding(send: (amount: Amount) => Promise<Outcome>, rate: number): Promise<Finding> {
  const rounds: Outcome[] = []
  for (let n = 0; n < pacedRounds; n++)
    rounds.push(await send({ connections: clients, seconds: pacedSeconds, rate }))
  const slowest = rounds.map(({ p99 }) => p99)
  const inMs = (value: number) => `${value.toFixed(1)} ms`
  return {
    what: `the slowest of 100, at ${whole(rate)} clicks a second`,
    measured: inMs(median(slowest)),
    ...atMost(mostMs, median(slowest), inMs),
    detail: `${range(slowest, inMs)}; the middle one ${inMs(median(rounds.map(({ p50 }) => p50)))}; half of pgbench’s rate`,
  }
}

/** The processor time of a click, in Folio's process and in the server's processes. */
async function costFinding({ pid }: { pid: number }, pool: pg.Pool, round: Round): Promise<Finding> {
  const server = await postmasterOf(pool)
  const costs: { app: number; database: number }[] = []
  for (let n = 0; n < pacedRounds; n++) {
    const before = { app: processorSeconds(pid), database: familySeconds(server) }
    const clicks = (await round()) * seconds
    costs.push({
      app: ((processorSeconds(pid) - before.app) / clicks) * 1e6,
      database: ((familySeconds(server) - before.database) / clicks) * 1e6,
    })
  }
  const micros = (value: number) => `${whole(value)} µs`
  const all = costs.map(({ app, database }) => app + database)
  return {
    what: 'processor time of a click, in both',
    measured: micros(median(all)),
    ...atMost(mostMicros, median(all), micros),
    detail:
      `${range(all, micros)}; Folio ${micros(median(costs.map(({ app }) => app)))}, ` +
      `PostgreSQL ${micros(median(costs.map(({ database }) => database)))}`,
  }
}

async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ file: string }>(
    `select current_setting('data_directory') || '/postmaster.pid' as file`,
  )
  try {
    return Number.parseInt(readFileSync(rows[0]?.file ?? '', 'utf8'), 10)
  } catch {
    throw new CannotMeasure('The processes of a database on another machine cannot be seen from here.')
  }
}

type Viral = { url: string; click: ClickLoad; viral: ShownProduct; rate: number }

/**
 * How long readers of a product's page wait while it takes `rate` clicks a second, beside without: of a hundred answers
 * the slowest. They ask for a quarter of the pages that can be had, so that what they wait for is not each other.
 */
async function pagesFinding({ url, click, viral, rate }: Viral): Promise<Finding> {
  const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html', 'user-agent': agent }
  const request = { path: `/l/${viral.shortLink}`, headers }
  const most = await load(url, request, { connections: pageReaders, seconds })
  const amount = { connections: pageReaders, seconds, rate: Math.floor(perSecond(most) / 4) }
  const read = async () => (await load(url, request, amount)).p99
  const clicks: number[] = []
  const readMeanwhile = async () => {
    const background = click([viral.id], { connections: clients, seconds: seconds + 1, rate })
    await delay(headStartMs)
    const [slowest, outcome] = await Promise.all([read(), background])
    clicks.push(perSecond(outcome))
    return slowest
  }
  const finding = timesFinding(
    'the slowest of 100 of its pages beside clicks / without',
    await compare(readMeanwhile, read),
    { most: 5, of: 'without' },
  )
  return {
    ...finding,
    detail: `${finding.detail}; ${whole(amount.rate)} pages a second, beside ${whole(median(clicks))} clicks`,
  }
}

async function someProducts(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from products where deleted_at is null order by created_at desc limit 1000',
  )
  return rows.map(({ id }) => id)
}
