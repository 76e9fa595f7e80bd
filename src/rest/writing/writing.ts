import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import type { Call } from '../../platform/http/route.ts'
import { insufficientAal } from '../../shared/errors.ts'
import { type Asked, optionsOf, refuseColumns } from '../answering.ts'
import { notAllowed, notOne, RestError, unreadable } from '../errors.ts'
import type { Condition, Query } from '../grammar/tree.ts'
import { isPinning } from '../reading/plan.ts'
import { type ReadingOptions, requireReadable } from '../reading/reading.ts'
import type { Answer } from '../reading/statement.ts'
import type { TableName } from '../tables.ts'
import { readRows } from './rows.ts'
import { type Writer, type WritingDeps, writers } from './writers.ts'

/** Reads rows as the caller may see them. */
export type Reading = (table: TableName, query: Query, options: ReadingOptions) => Promise<Answer>

/** What was done; the rows are there where they were asked for. */
export type Written = { status: 200 | 201 | 204; count: number; answer?: Answer }

type Change = {
  table: TableName
  method: 'POST' | 'PATCH' | 'DELETE'
  asked: Asked
  body: unknown
  call: Call
}

/**
 * Changes rows by the table's writer, all in one transaction. Throws `42501` for what nobody, or nobody but the server,
 * writes, `21000` for a change that does not name its rows, and what the services throw.
 */
export async function writeTable(
  context: Context,
  change: Change,
  deps: WritingDeps,
  reading: Reading,
): Promise<Written> {
  const { table, method, asked } = change
  // A method that the table has no writer for has no route.
  const writer = writers[table] as Writer
  const isOpen = method === 'POST' && writer.insert?.isOpen === true
  if (context.awaiting && !isOpen) throw insufficientAal()
  if (!context.actor && !isOpen) throw notAllowed(table)
  refuseMerging(writer, change)
  if (method === 'DELETE') refuseColumns(asked)
  await requireAnswerable(context, table, asked)
  return method === 'POST'
    ? insert(context, change, { writer, deps, reading })
    : changeNamed(context, change, { writer, deps, reading })
}

/** Throws for what no answer could have, before anything is done. */
async function requireAnswerable(context: Context, table: TableName, { address }: Asked): Promise<void> {
  const { query } = address
  if (query.limit !== undefined || query.offset > 0) throw unreadable('limit and offset are for reading.')
  if (query.select.some((item) => item.is === 'embed' && item.isInner))
    throw unreadable('!inner is for reading.')
  await requireReadable(context, table, query)
}

type With = { writer: Writer; deps: WritingDeps; reading: Reading }

async function insert(
  context: Context,
  { table, asked, body, call }: Change,
  { writer, deps, reading }: With,
): Promise<Written> {
  const { address, preferences } = asked
  const taken = writer.insert as NonNullable<Writer['insert']>
  const isAnswered = preferences.returns === 'representation'
  // Nobody may read what was written then.
  if (isAnswered && taken.isOpen) throw notAllowed(table)
  if (address.query.where.length > 0) throw unreadable('Rows are inserted without a filter.')
  const rows = readRows(table, body, address.columns, taken)
  if (asked.accepted.isObject && rows.length !== 1) throw notOne(rows.length)
  const how = { resolution: preferences.resolution, call }
  const insertAll = (at: Context) => taken.rows(at, deps, rows, how)
  const pins = taken.isOpen ? await insertAll(context) : await inTransaction(context, insertAll)
  const done = { status: 201, count: pins.length } as const
  return isAnswered
    ? { ...done, answer: await reading(table, named(asked, writer, pins), optionsOf(asked)) }
    : done
}

async function changeNamed(
  context: Context,
  { table, method, asked, body }: Change,
  { writer, deps, reading }: With,
): Promise<Written> {
  const { preferences, address } = asked
  const isAnswered = preferences.returns === 'representation'
  const pins = await findNamed(context, table, asked, { writer, reading })
  if (asked.accepted.isObject && pins.length !== 1) throw notOne(pins.length)
  const { maxAffected } = preferences
  if (maxAffected !== undefined && pins.length > maxAffected)
    throw new RestError({
      status: 400,
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: `The query affects ${pins.length} rows`,
    })
  const answer = () => reading(table, named(asked, writer, pins), optionsOf(asked))
  const count = pins.length
  const status = isAnswered ? 200 : 204
  if (method === 'DELETE') {
    // Afterwards they are not there to be read.
    const before = isAnswered ? { answer: await answer() } : {}
    await inTransaction(context, async (tx) => writer.remove?.rows(tx, deps, pins))
    return { status, count, ...before }
  }
  const taken = writer.update as NonNullable<Writer['update']>
  const [changes = {}, another] = readRows(table, body, address.columns, taken)
  if (another) throw unreadable('A change is one row of the columns that change.')
  await inTransaction(context, (tx) => taken.rows(tx, deps, pins, changes))
  return { status, count, ...(isAnswered && { answer: await answer() }) }
}

function refuseMerging({ insert }: Writer, { asked: { preferences, address }, method }: Change): void {
  const wanted = address.onConflict
  if (preferences.resolution === undefined && wanted === undefined) return
  const known = insert?.conflict
  if (method !== 'POST' || !known) throw unreadable('Rows of this table are not merged.')
  if (wanted && [...wanted].sort().join() !== [...known].sort().join())
    throw new RestError({
      status: 400,
      code: '42P10',
      message: 'there is no unique or exclusion constraint matching the ON CONFLICT specification',
    })
}

const maxChanged = 100

/** The values that name the caller's own rows of a change; others' rows are not found. */
async function findNamed(
  context: Context,
  table: TableName,
  asked: Asked,
  { writer: { pin }, reading }: Pick<With, 'writer' | 'reading'>,
): Promise<string[]> {
  const { where } = asked.address.query
  const naming = where.find((one) => isPinning(one, [pin]))
  const count = naming?.is === 'test' && 'values' in naming ? naming.values.length : 1
  if (!naming || count > maxChanged)
    throw new RestError({
      status: 400,
      code: '21000',
      message: `Name the rows by ${pin} with eq or in, at most ${maxChanged}.`,
    })
  const { userId } = requireUser(context)
  const valuesOf = async (of: TableName, column: string, conditions: Condition[]) => {
    const select: Query['select'] = [{ is: 'column', name: column, alias: undefined }]
    const query = { select, where: conditions, order: [], limit: undefined, offset: 0 }
    const { body } = await reading(of, query, { isCounted: false, areNullsStripped: false })
    return (JSON.parse(body) as Record<string, string>[]).map((row) => row[column] as string)
  }
  const owner = owners[table]
  if (owner) return valuesOf(table, pin, [...where, isOneOf(owner, [userId])])
  const found = await valuesOf(table, pin, where)
  return valuesOf('products', 'id', [isOneOf('id', found), isOneOf('user_id', [userId])])
}

/** The column that names whose a row is; other rows are their product's owner's. */
const owners: Partial<Record<TableName, string>> = {
  products: 'user_id',
  profiles: 'id',
  user_category_preferences: 'user_id',
}

const isOneOf = (column: string, values: string[]): Condition =>
  ({
    ...{ is: 'test', isNot: false, operator: 'in' },
    ...{ column, values },
  }) as const

/** The rows that were changed, with what the request wants of them. */
const named = ({ address }: Asked, { pin }: Writer, pins: string[]): Query => ({
  ...address.query,
  where: [isOneOf(pin, pins)],
})
