import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { migrate } from '../../src/platform/database/migrate.ts'
import { CannotMeasure } from '../report.ts'
import { onServer } from '../stage/database.ts'

const run = promisify(execFile)

/** What the file says of an order: columns of the staging table, of observations and of orders. */
const said =
  'order_date, ordered_at, asin, product_title, quantity, commission_cents, commission_rate_bps, order_status, sub_tag, tracking_id, shipped_on'

const settings = `set local statement_timeout = 0; set local work_mem = '128MB'; set local jit = off`

/**
 * The least that an import of these rows has to write, put as plainly as SQL can: what was said, how each order is now,
 * and what has to be matched. None of the app's rules are in it.
 */
const upsert = [
  `insert into order_observations (batch_id, line, order_item_id, ${said}, content_hash)
   select b.id, s.line, s.order_item_id, ${prefixed('s')}, sha256(convert_to(concat_ws('|', s.order_item_id, ${prefixed('s')}), 'UTF8'))
   from staged s, import_batches b order by s.order_item_id`,
  `insert into amazon_orders (order_item_id, observation_id, marketplace, currency, format, file_has_own_sub_tags,
     created_at, updated_at, ${said})
   select s.order_item_id, s.id, b.marketplace, b.currency, b.format, b.has_own_sub_tags, b.merged_at, b.merged_at, ${prefixed('s')}
   from order_observations s join import_batches b on b.id = s.batch_id
   on conflict (order_item_id) do update
   set observation_id = excluded.observation_id, updated_at = excluded.updated_at, order_status = excluded.order_status,
     quantity = excluded.quantity, commission_cents = excluded.commission_cents`,
  `insert into orders_to_match (order_item_id, order_date)
   select order_item_id, order_date from amazon_orders on conflict (order_item_id) do nothing`,
]

/**
 * What psql takes, in milliseconds, to copy rows that need no reading into a staging table, and to upsert them by plain
 * statements: in an empty database of its own on the same server, removed afterwards.
 */
export async function importByPsql(url: string, file: string): Promise<{ copyMs: number; upsertMs: number }> {
  await run('psql', ['--version']).catch(() => {
    throw new CannotMeasure('psql is missing. On Debian and Ubuntu: apt-get install postgresql-client.')
  })
  const name = `folio_psql_${randomUUID().slice(0, 8)}`
  const own = new URL(url)
  own.pathname = `/${name}`
  await onServer(url, `create database ${name}`)
  try {
    await migrate({ connectionString: own.href })
    await onServer(
      own.href,
      `create table staged (like import_staging including all);
       insert into import_batches (id, state, format, file_hash, marketplace, report_as_of, created_at, merged_at)
       values (gen_random_uuid(), 'staged', 'folio_csv', sha256('psql'), 'us', now(), now(), now())`,
    )
    const copyMs = await timed(own.href, [
      `\\copy staged (line, order_item_id, ${said}) from '${file}' with (format csv)`,
      'analyze staged',
    ])
    const upsertMs = await timed(own.href, ['begin', settings, ...upsert, 'commit'])
    return { copyMs, upsertMs }
  } finally {
    await onServer(url, `drop database if exists ${name} with (force)`)
  }
}

/** The columns that a file says, of a table. */
function prefixed(table: string): string {
  return said
    .split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ')
}

/** Has psql do these one after the other, in one session. */
async function timed(url: string, commands: string[]): Promise<number> {
  const began = performance.now()
  const each = commands.flatMap((command) => ['-c', command])
  await run('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', ...each, url])
  return performance.now() - began
}
