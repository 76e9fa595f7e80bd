import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { placeOf, toPage } from '../../shared/paging.ts'
import type { importsContract } from './contract.ts'
import { type ListedRow, selectRows } from './rows-sql.ts'
import { readRowCursor, writeRowCursor } from './rules.ts'
import { selectImport } from './sql.ts'

type List = (typeof importsContract)['GET /api/v1/admin/imports/:id/rows']

const pageSize = 50

/** A page of an import's rows of which the same became. Throws `not_found`, and `validation_failed` for a cursor that is none. */
export async function listRows(
  context: Context,
  id: string,
  { outcome, cursor }: z.output<List['query']>,
): Promise<z.input<List['response']>> {
  requireAdmin(context)
  if (!(await selectImport(context.db, id))) throw notFound('Import')
  const after = placeOf(cursor, readRowCursor)
  const rows = await selectRows(context.db, id, { outcome, after, limit: pageSize + 1 })
  return toPage(rows, {
    limit: pageSize,
    present: ({ commission_cents, row_line: _line, row_id: _id, ...row }: ListedRow) => ({
      ...row,
      commission: centsToUsd(commission_cents),
    }),
    cursorOf: ({ row_id, row_line }) => writeRowCursor({ id: row_id, line: row_line }),
  })
}
