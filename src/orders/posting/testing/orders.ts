import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { longAgo, type Person } from '../../../../tests/harness/factories.ts'
import { noteFirstFee } from '../../../earnings/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { currencyOf } from '../../../shared/amazon/marketplaces.ts'
import { withContentHash } from '../../imports/testing/content-hash.ts'
import type { Progress } from '../../runs/execute.ts'
import { unwatched } from '../../testing/progress.ts'
import { calculateEarnings } from '../service.ts'

export const terms = {
  holdDays: 60,
  release: 'calendar' as const,
  reportTimeZone: 'America/Los_Angeles',
  aloneCents: 1e9,
}

type State = {
  status?: 'pending' | 'shipped' | 'cancelled' | 'returned'
  cents?: number
  date?: string
  /** `us` by default; its commission is in the smallest unit of its currency. */
  marketplace?: string
  isWithdrawn?: boolean
}

let reports = 0

/** An order as an import of one report leaves it: in its new state, queued for the next calculation. */
export async function putOrder(db: Kysely<DB>, id: string, state: State = {}): Promise<void> {
  const order = {
    order_status: state.status ?? 'shipped',
    commission_cents: state.cents ?? 400,
    order_date: state.date ?? '2026-09-10',
  }
  await db.transaction().execute(async (tx) => {
    await sql`select from amazon_orders where order_item_id = ${id} for no key update`.execute(tx)
    if (state.isWithdrawn) {
      await tx
        .updateTable('import_batches')
        .set({ undone_at: longAgo, undone_reason: 'A test' })
        .where('undone_at', 'is', null)
        .where('id', 'in', (of) =>
          of.selectFrom('order_observations').where('order_item_id', '=', id).select('batch_id'),
        )
        .execute()
      await tx
        .updateTable('amazon_orders')
        .set({ observation_id: null })
        .where('order_item_id', '=', id)
        .execute()
    } else await putReport(tx, id, order, state.marketplace ?? 'us')
    await queue(tx, id)
  })
}

async function putReport(
  tx: Kysely<DB>,
  id: string,
  state: { order_status: string; commission_cents: number; order_date: string },
  marketplace: string,
) {
  reports += 1
  const currency = currencyOf(marketplace)
  const batch = await tx
    .insertInto('import_batches')
    .values({
      file_hash: randomBytes(32),
      format: 'folio_csv',
      marketplace,
      currency,
      report_as_of: new Date(longAgo.getTime() + reports),
      total: 1,
      created_at: longAgo,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = { ...state, order_item_id: id, asin: 'B000000001', quantity: 1 }
  const observation = await tx
    .insertInto('order_observations')
    .values(await withContentHash(tx, { ...order, batch_id: batch.id, line: 1 }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const values = { ...order, observation_id: observation.id, marketplace, currency, updated_at: longAgo }
  await tx
    .insertInto('amazon_orders')
    .values(values)
    .onConflict((conflict) => conflict.column('order_item_id').doUpdateSet(values))
    .execute()
  // As a merge does for orders whose day has changed.
  await tx
    .updateTable('order_matches')
    .set({ order_date: state.order_date })
    .where('order_item_id', '=', id)
    .execute()
}

/** A report that stands, without orders of its own, dated on a day. */
export async function report(
  db: Kysely<DB>,
  day: string,
  values: { format?: string; marketplace?: string } = {},
): Promise<void> {
  await db
    .insertInto('import_batches')
    .values({
      ...{ marketplace: 'us', format: 'folio_csv', state: 'merged', file_hash: randomBytes(32), total: 0 },
      ...{ report_as_of: new Date(`${day}T20:00:00Z`), created_at: longAgo, merged_at: longAgo },
      ...values,
    })
    .execute()
}

/** Credits an order to a product, or to nobody, as an admin would: what its evidence says else has been judged. */
export async function giveOrder(
  db: Kysely<DB>,
  id: string,
  to: { person: Person; productId?: string | null } | null,
): Promise<void> {
  const match = {
    confidence: to ? 'manual' : 'unknown',
    payee_id: to?.person.payeeId ?? null,
    product_id: to?.productId ?? null,
    short_link_id: null,
    reason: 'said so',
    is_decided: true,
    matched_at: new Date(),
  }
  await db.transaction().execute(async (tx) => {
    await sql`select from amazon_orders where order_item_id = ${id} for no key update`.execute(tx)
    await tx
      .insertInto('order_matches')
      .values((of) => ({
        ...match,
        order_item_id: id,
        order_date: of.selectFrom('amazon_orders').where('order_item_id', '=', id).select('order_date'),
      }))
      .onConflict((conflict) => conflict.column('order_item_id').doUpdateSet(match))
      .execute()
    await tx.deleteFrom('order_disagreements').where('order_item_id', '=', id).execute()
    await queue(tx, id)
  })
}

const queue = (db: Kysely<DB>, id: string) =>
  db
    .insertInto('orders_to_post')
    .values({ order_item_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A run as an admin would have started it. Returns its id. */
export async function insertRun(db: Kysely<DB>): Promise<string> {
  const { id } = await db
    .insertInto('order_runs')
    .values({ kind: 'calculate', state: 'done', created_at: new Date(), finished_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Calculates in a run of its own. */
export async function calculate(
  { db, clock }: { db: Kysely<DB>; clock: Clock },
  {
    runId,
    progress = unwatched,
    ...settings
  }: Partial<typeof terms> & { atOnce?: number; runId?: string; progress?: Progress } = {},
): Promise<{ processed: number }> {
  const run = runId ?? (await insertRun(db))
  await noteFirstFee({ db, clock, actor: null }, { feeBps: 2_000 })
  const { processed } = await calculateEarnings(
    { db, clock, actor: null },
    { ...terms, ...settings },
    run,
    progress,
  )
  return { processed }
}

/** An order's ledger rows in the order in which they were posted. */
export const rowsOf = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('earnings_ledger')
    .where('order_item_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .select([
      'payee_id',
      'product_id',
      'pair_sequence',
      'transaction_type',
      'gross_commission_cents',
      'platform_fee_cents',
      'user_amount_cents',
      'fee_bps',
      'available_on',
    ])
    .execute()

/** A random id, sorted before or after those made earlier: chunks and locks go by the id. */
export const newOrderId = (): string => `111-${randomBytes(6).toString('hex')}`
