import type { z } from 'zod'
import { RestError, refusedRow, unknownColumn } from '../errors.ts'
import { type TableName, tableOf } from '../tables.ts'

export type Row = Record<string, unknown>

/** Of the columns of a table: which a caller may write, and which are taken and decided by the server. */
export type Taken = { columns: readonly string[]; decided?: readonly string[] }

const maxRows = 100

const unreadableBody = (message: string) => new RestError({ status: 400, code: 'PGRST102', message })

/** The rows of a body, one or a list, with the columns that `columns` names of each. */
export function readRows(
  table: TableName,
  body: unknown,
  columns: string[] | undefined,
  taken: Taken,
): Row[] {
  const rows = Array.isArray(body) ? body : [body]
  if (rows.length > maxRows) throw unreadableBody(`At most ${maxRows} rows at once.`)
  for (const name of columns ?? []) requireKnown(table, name)
  return rows.map((row) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw unreadableBody('The body is no row, and no list of rows.')
    const names = columns?.filter((name) => Object.hasOwn(row, name)) ?? Object.keys(row)
    return Object.fromEntries(
      names.flatMap((name) => (isTaken(table, name, taken) ? [[name, (row as Row)[name]]] : [])),
    )
  })
}

function requireKnown(table: TableName, name: string): void {
  if (!Object.hasOwn(tableOf(table).columns, name)) throw unknownColumn(table, name)
}

/** Throws for a column that nobody may write; false for one that the server decides. */
function isTaken(table: TableName, name: string, { columns, decided = [] }: Taken): boolean {
  requireKnown(table, name)
  if (columns.includes(name)) return true
  if (decided.includes(name)) return false
  throw refusedRow(`permission denied for column ${name} of ${table}`, '42501')
}

/** A row as a schema takes it. Throws `23514` with its first problem. */
export function parsed<Schema extends z.ZodType>(schema: Schema, row: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(row)
  if (success) return data
  const [issue] = error.issues
  throw refusedRow(`${issue?.path.join('.') || 'row'}: ${issue?.message ?? 'Invalid value'}`)
}
