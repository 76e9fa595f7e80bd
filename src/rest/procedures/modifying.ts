import { unknownColumn, unreadable } from '../errors.ts'
import type { Condition, Order, Query } from '../grammar/tree.ts'

type Row = Record<string, unknown>

/** Throws for what rows with these columns cannot answer: `PGRST204`, and `PGRST100` for embedded tables. */
export function requireColumns({ select, where, order }: Query, columns: string[]): void {
  const selected = select.flatMap((item) => {
    if (item.is === 'embed') throw unreadable('A procedure’s answer has no embedded tables.')
    return item.is === 'all' ? [] : [item.name]
  })
  const names = [...selected, ...where.flatMap(columnsIn), ...order.map(({ column }) => column)]
  const unknown = names.find((name) => !columns.includes(name))
  if (unknown !== undefined) throw unknownColumn('the answer', unknown)
}

const columnsIn = (condition: Condition): string[] =>
  condition.is === 'group' ? condition.of.flatMap(columnsIn) : [condition.column]

/**
 * What a query asks of rows that a procedure has answered: which of them, in which order, and which of their columns.
 */
export function modified(
  rows: Row[],
  { select, where, order, limit, offset }: Query,
): { rows: Row[]; total: number } {
  const found = rows.filter((row) => where.every((condition) => holds(condition, row) === true))
  const sorted = order.length > 0 ? found.toSorted((a, b) => compareBy(order, a, b)) : found
  const page = sorted.slice(offset, limit === undefined ? undefined : offset + limit)
  const shown = (row: Row) =>
    select.flatMap((item): [string, unknown][] => {
      if (item.is === 'all') return Object.entries(row)
      return item.is === 'column' ? [[item.alias ?? item.name, row[item.name]]] : []
    })
  return { total: found.length, rows: page.map((row) => Object.fromEntries(shown(row))) }
}

/** As in SQL: null where a value is not known. */
function holds(condition: Condition, row: Row): boolean | null {
  if (condition.is === 'group') {
    const all = condition.of.map((one) => holds(one, row))
    const decisive = condition.by === 'or'
    const result = all.includes(decisive) ? decisive : all.includes(null) ? null : !decisive
    return negated(result, condition.isNot)
  }
  return negated(test(condition, row[condition.column] ?? null), condition.isNot)
}

const negated = (result: boolean | null, isNot: boolean) => (result === null ? null : result !== isNot)

function test(condition: Extract<Condition, { is: 'test' }>, value: unknown): boolean | null {
  if (condition.operator === 'is') {
    const is = { null: null, true: true, false: false, unknown: null }
    return condition.value === 'not_null' ? value !== null : value === is[condition.value]
  }
  if (value === null) return null
  if (condition.operator === 'in') return condition.values.some((one) => compare(value, one) === 0)
  const { operator, value: wanted } = condition
  if (operator === 'cs') {
    if (!Array.isArray(value)) throw unreadable(`${condition.column}: cs is for lists`)
    return wanted
      .replace(/^\{|\}$/g, '')
      .split(',')
      .filter(Boolean)
      .every((one) => value.includes(one.replace(/^"(.*)"$/, '$1')))
  }
  if (operator === 'like' || operator === 'ilike') {
    const pattern = wanted
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/[*%]/g, '[^]*')
      .replaceAll('_', '[^]')
    return new RegExp(`^${pattern}$`, operator === 'ilike' ? 'iu' : 'u').test(String(value))
  }
  const order = compare(value, wanted)
  return {
    eq: order === 0,
    neq: order !== 0,
    gt: order > 0,
    gte: order >= 0,
    lt: order < 0,
    lte: order <= 0,
  }[operator]
}

/** A value beside one that a request has written down. */
function compare(value: unknown, wanted: unknown): number {
  const pair = typeof value === 'number' ? [value, Number(wanted)] : [String(value), String(wanted)]
  const [a, b] = pair as [number, number] | [string, string]
  return a < b ? -1 : a > b ? 1 : 0
}

function compareBy(order: Order[], a: Row, b: Row): number {
  for (const { column, isDescending, nulls } of order) {
    const [one, other] = [a[column] ?? null, b[column] ?? null]
    if (one === null && other === null) continue
    // As PostgreSQL has it: nulls are larger than all else.
    const isNullFirst = nulls === undefined ? isDescending : nulls === 'first'
    if (one === null || other === null) return (one === null) === isNullFirst ? -1 : 1
    const result = compare(one, other)
    if (result !== 0) return isDescending ? -result : result
  }
  return 0
}
