import type pg from 'pg'
import { agent, createClickLoad } from '../load/click-load.ts'
import { type Outcome, rateRound } from '../load/load.ts'
import { compare, costRound, ratioFinding, timesFinding } from '../reference/compare.ts'
import { pgbench, requirePgbench } from '../reference/pgbench.ts'
import { atMost, type Finding, median, range } from '../report.ts'
import { processorSeconds, serverSeconds } from '../stage/processor.ts'
import type { Setting } from '../stage/setting.ts'

const clients = 64
const seconds = 2
const maxMs = 50

// A row as a click leaves it, one in a transaction, as pgbench's own tests write theirs.
const insert = `\\set product random(1, 1000)
\\set visitor random(1, 2000000000)
insert into bench_clicks (product_id, kind, outcome, visitor, referrer, user_agent, clicked_at)
values (lpad(to_hex(:product), 32, '0')::uuid, 'view', 'counted', sha256(int4send(:visitor)),
  'https://www.example.com/', '${agent}', now());
`

/** Clicks, each answered once it is committed: what they cost, how long they take, and all of them on one product. */
export async function clicksFigure(setting: Setting): Promise<Finding[]> {
  await requirePgbench()
  const app = await setting.app()
  const { pool, url: databaseUrl } = await setting.database()
  const click = await createClickLoad(app.url, pool)
  await pool.query('create table if not exists bench_clicks (like clicks including all)')
  const products = await someProducts(pool)
  const viral = await setting.product()
  const clickOn = (some: string[]) => click(some, { connections: clients, seconds })
  const inserts = pgbench(databaseUrl, insert, { clients, seconds })

  const used = await serverSeconds(pool)
  const outcomes: Outcome[] = []
  const costs = await compare(
    costRound(
      () => processorSeconds(app.pid) + used(),
      async () => {
        const outcome = await clickOn(products)
        outcomes.push(outcome)
        return outcome.requests
      },
    ),
    costRound(used, async () => (await inserts()) * seconds),
  )
  const oneProduct = await compare(
    rateRound(() => clickOn([viral.id])),
    rateRound(() => clickOn(products)),
  )
  return [
    timesFinding('a click, committed / pgbench’s insert', costs, { most: 1, of: 'pgbench' }),
    slowestFinding(outcomes),
    ratioFinding('clicks on one product / on a thousand', oneProduct, { least: 0.7, of: 'on a thousand' }),
  ]
}

/** How long 99 of a hundred clicks take at most while as many come as can. */
function slowestFinding(outcomes: Outcome[]): Finding {
  const slowest = outcomes.map(({ p99 }) => p99)
  const inMs = (value: number) => `${value.toFixed(1)} ms`
  return {
    what: 'the slowest of 100 clicks',
    measured: inMs(median(slowest)),
    ...atMost(maxMs, median(slowest), inMs),
    detail: `${range(slowest, inMs)}; the middle one ${inMs(median(outcomes.map(({ p50 }) => p50)))}`,
  }
}

async function someProducts(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from products where deleted_at is null order by created_at desc limit 1000',
  )
  return rows.map(({ id }) => id)
}
