import type pg from 'pg'
import { CannotMeasure } from '../report.ts'
import { type Amount, load, type Outcome } from './load.ts'

/** The browser that sends the bench's clicks, also in the rows that pgbench writes beside them. */
export const agent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 ' +
  'Mobile/15E148 Safari/604.1'

/** A click of somebody else each time. */
export const clickRequest = (products: string[]) => ({
  method: 'POST',
  path: '/api/v1/products/{product}/clicks',
  headers: { 'content-type': 'application/json', 'user-agent': agent, 'x-forwarded-for': '{address}' },
  body: '{"kind":"view","referrer":"https://www.example.com/","event_id":"{uuid}"}',
  values: { product: products },
  status: 201,
})

/** Sends clicks on some of `products`. Throws when one that was answered is not in the table. */
export type ClickLoad = (products: string[], amount: Amount) => Promise<Outcome>

/** Clicks for the app at `url` and its database. Throws where what that database calls committed may be lost. */
export async function createClickLoad(url: string, pool: pg.Pool): Promise<ClickLoad> {
  await requireFsync(pool)
  return async (products, amount) => {
    const before = await countClicks(pool)
    const outcome = await load(url, clickRequest(products), amount)
    const after = await countClicks(pool)
    requireAll(outcome.requests, { all: after.all - before.all, counted: after.counted - before.counted })
    return outcome
  }
}

type Counts = { all: number; counted: number }

/**
 * The load ends without waiting for its last answers, so there may be more clicks than answers. Addresses are taken at
 * random, so a few come again; more would be clicks of a cheaper kind than those of people.
 */
function requireAll(answered: number, { all, counted }: Counts): void {
  if (all < answered) throw new Error(`${answered} clicks were answered and ${all} are in the table.`)
  if (counted < answered * 0.999) throw new Error(`Only ${counted} of ${answered} clicks counted.`)
}

async function countClicks(pool: pg.Pool): Promise<Counts> {
  const { rows } = await pool.query<Counts>(
    `select count(*)::int as all, count(*) filter (where outcome = 'counted')::int as counted from clicks`,
  )
  return rows[0] as Counts
}

async function requireFsync(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`select name from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'`)
  if (rows[0])
    throw new CannotMeasure(`The server runs with ${rows[0].name} off: what it calls committed may be lost.`)
}
