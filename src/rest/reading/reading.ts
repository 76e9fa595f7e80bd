import { type Kysely, sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { restReader } from '../../platform/database/rights/rest-reader.ts'
import type { DB } from '../../platform/database/schema.ts'
import { confidenceBy } from '../../shared/attribution.ts'
import { priceLifetimeMs } from '../../shared/product.ts'
import type { Query } from '../grammar/tree.ts'
import type { TableName } from '../tables.ts'
import { isPinning, planQuery, planTable } from './plan.ts'
import { type Answer, statementOf, valuesIn } from './statement.ts'

export type ReadingOptions = { isCounted: boolean; areNullsStripped: boolean }

/** How long a reading may take: then it is the caller's to ask for less (`57014`). */
const usualMs = 1_000

type Asked = { table: TableName; query: Query; reportDay: string; longestMs?: number | undefined }

/**
 * Answers a query of a table with what the caller may see. It is read in a transaction that changes nothing, as an
 * account that may read the views alone. Throws what `planQuery` does, and the database's own errors of wrong values.
 */
export async function readTable(
  context: Context,
  { table, query, reportDay, longestMs = usualMs }: Asked,
  options: ReadingOptions,
): Promise<Answer> {
  const plan = planQuery(table, query)
  const caller = context.actor?.userId
  const isOfOwner =
    caller !== undefined &&
    query.where.some(
      (one) => isPinning(one, ['id']) || (isPinning(one, ['user_id']) && valuesOf(one).includes(caller)),
    )
  return context.db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await actAsReader(tx, { caller, now: context.clock(), reportDay, longestMs })
      const { rows } = await statementOf(plan, { ...options, isOfOwner }).execute(tx)
      return rows[0] as Answer
    })
}

/** Throws what reading would throw of the query itself: unknown names, and values that are not of a column's type. */
export async function requireReadable(context: Context, table: TableName, query: Query): Promise<void> {
  const values = valuesIn(planTable(table, query))
  if (values.length > 0) await sql`select ${sql.join(values)}`.execute(context.db)
}

function valuesOf(condition: Query['where'][number]): string[] {
  if (condition.is !== 'test') return []
  const values = 'values' in condition ? condition.values : [condition.value]
  return values.map((value) => value.toLowerCase())
}

/** Sets for the transaction who asks, and gives up all rights but those of the reading account. */
async function actAsReader(
  db: Kysely<DB>,
  {
    caller = '',
    now,
    reportDay,
    longestMs,
  }: { caller: string | undefined; now: Date; reportDay: string; longestMs: number },
): Promise<void> {
  await sql`
    select set_config('folio.caller', ${caller}, true), set_config('folio.now', ${now.toISOString()}, true),
      set_config('folio.today', ${reportDay}, true), set_config('folio.price_ms', ${String(priceLifetimeMs)}, true), set_config('folio.confidence', ${JSON.stringify(confidenceBy)}, true),
      set_config('statement_timeout', ${`${longestMs}ms`}, true),
      set_config('role', case when exists (
        select from pg_roles where rolname = ${restReader} and pg_has_role(oid, 'set')
      ) then ${restReader} else 'none' end, true)`.execute(db)
}
