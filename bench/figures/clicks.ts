import type pg from 'pg'
import { compare, ratioFinding } from '../compare.ts'
import { load } from '../load.ts'
import { pgbench, requirePgbench } from '../pgbench.ts'
import { CannotMeasure, type Finding } from '../report.ts'
import type { Setting } from '../setting.ts'

const clients = 32
const seconds = 2

const agent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 ' +
  'Mobile/15E148 Safari/604.1'

// A row as a click leaves it, one in a transaction, as pgbench's own tests write theirs.
const insert = `\\set product random(1, 1000)
\\set visitor random(1, 2000000000)
insert into bench_clicks (product_id, kind, outcome, visitor, referrer, user_agent, clicked_at)
values (lpad(to_hex(:product), 32, '0')::uuid, 'view', 'counted', sha256(int4send(:visitor)),
  'https://www.example.com/', '${agent}', now());
`

/** Clicks, each answered once it is committed, beside pgbench's inserts of one row in the same server. */
export async function clicksFigure(setting: Setting): Promise<Finding[]> {
  await requirePgbench()
  const { url } = await setting.app()
  const { pool, url: databaseUrl } = await setting.database()
  await requireFsync(pool)
  await pool.query('create table if not exists bench_clicks (like clicks including all)')
  const products = await someProducts(pool)
  const result = await compare(
    () => recordClicks(pool, url, products),
    pgbench(databaseUrl, insert, { clients, seconds }),
  )
  return [ratioFinding('clicks, committed / pgbench inserts', result, { least: 0.3, of: 'pgbench' })]
}

/** Every click comes from somebody else and counts; what was answered must be in the table. */
async function recordClicks(pool: pg.Pool, url: string, products: string[]): Promise<number> {
  const before = await countClicks(pool)
  const outcome = await load(
    url,
    {
      method: 'POST',
      path: '/api/v1/products/{product}/clicks',
      headers: { 'content-type': 'application/json', 'user-agent': agent, 'x-forwarded-for': '{address}' },
      body: '{"kind":"view","referrer":"https://www.example.com/","event_id":"{uuid}"}',
      values: { product: products },
      status: 201,
    },
    { connections: clients, seconds },
  )
  const written = (await countClicks(pool)) - before
  if (written !== outcome.requests)
    throw new Error(`${outcome.requests} clicks were answered and ${written} are in the table.`)
  return outcome.requests / outcome.seconds
}

const countClicks = async (pool: pg.Pool): Promise<number> =>
  Number((await pool.query(`select count(*) from clicks where outcome = 'counted'`)).rows[0].count)

async function someProducts(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from products where deleted_at is null order by created_at desc limit 1000',
  )
  return rows.map(({ id }) => id)
}

async function requireFsync(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`select name from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'`)
  if (rows[0])
    throw new CannotMeasure(`The server runs with ${rows[0].name} off: what it calls committed may be lost.`)
}
