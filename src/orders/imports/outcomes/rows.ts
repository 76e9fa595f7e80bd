import type { z } from 'zod'
import { type Context, requireAdmin } from '../../../platform/context.ts'
import { toUnits, unitsOrNone } from '../../../shared/amazon/currencies.ts'
import { notFound } from '../../../shared/errors.ts'
import { adminPageSize, parseCursor, toPage } from '../../../shared/paging.ts'
import { readRowCursor, writeRowCursor } from '../rules.ts'
import { type RowErrorRow, selectErrors, selectImport } from '../sql.ts'
import type { outcomesContract } from './contract.ts'
import { type ListedRow, selectRows, selectStagedRows } from './rows-sql.ts'
import { measureWaiting, type Waiting } from './waiting-sql.ts'

type Rows = (typeof outcomesContract)['GET /api/v1/admin/imports/:id/rows']
type Problems = (typeof outcomesContract)['GET /api/v1/admin/imports/:id/problems']

const limit = adminPageSize

/**
 * A page of an import's rows with one outcome; of a staged import, the outcome that merging would have. Admins only.
 * Throws `not_found`, and `validation_failed` for a bad cursor. An import staged before rows were stored has none.
 */
export async function listRows(
  context: Context,
  id: string,
  { outcome, cursor }: z.output<Rows['query']>,
): Promise<z.input<Rows['response']>> {
  const { state, has_outcomes, currency } = await knownImport(context, id)
  const part = { outcome, after: parseCursor(cursor, readRowCursor), limit: limit + 1 }
  const select = state === 'staged' ? selectStagedRows : selectRows
  const rows = state === 'staged' && !has_outcomes ? [] : await select(context.db, id, part)
  return toPage(rows, {
    limit,
    serialize: (row: ListedRow) => serializeRow(row, currency),
    cursorOf: ({ row_id, row_line }) => writeRowCursor({ id: row_id, line: row_line }),
  })
}

async function knownImport(context: Context, id: string) {
  requireAdmin(context)
  const row = await selectImport(context.db, id)
  if (!row) throw notFound('Import')
  return row
}

const serializeRow = (
  {
    commission_cents,
    told_cents,
    status_after,
    cents_after,
    row_id: _id,
    row_line: _line,
    ...row
  }: ListedRow,
  currency: string,
): z.input<Rows['response']>['items'][number] => ({
  ...row,
  currency,
  commission: unitsOrNone(commission_cents, currency),
  reported: unitsOrNone(told_cents, currency),
  would_be:
    status_after === null
      ? null
      : { order_status: status_after, commission: toUnits(cents_after ?? 0, currency) },
})

/** A page of the rows that were left out, as far as they are stored. Admins only. Throws as {@link listRows} does. */
export async function listProblems(
  context: Context,
  id: string,
  { cursor }: z.output<Problems['query']>,
): Promise<z.input<Problems['response']>> {
  await knownImport(context, id)
  const after = parseCursor(cursor, readProblemCursor)
  const rows = await selectErrors(context.db, id, { after, limit: limit + 1 })
  return toPage(rows, {
    limit,
    serialize: ({ number: _number, ...row }: RowErrorRow) => row,
    cursorOf: ({ line, number }) => `${line}_${number}`,
  })
}

function readProblemCursor(text: string): { line: number; number: number } | null {
  const [, line, number] = /^(\d{1,9})_(\d{1,9})$/.exec(text) ?? []
  return line && number ? { line: Number(line), number: Number(number) } : null
}

/** The returns that wait for a purchase, as calls return them. */
export const serializeWaiting = ({ count, cents, currency }: Waiting) => ({
  count,
  commission: toUnits(-cents || 0, currency),
  currency,
})

/** How many returns wait for a purchase, and their sum, by currency. Admins only. */
export async function findWaitingReturns(context: Context) {
  requireAdmin(context)
  return { items: (await measureWaiting(context.db)).map(serializeWaiting) }
}
