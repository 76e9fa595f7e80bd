import { unreadable } from '../errors.ts'
import { Reader } from './reader.ts'
import { bounds, type Comparison, type Condition, comparisons, type Order, type Test } from './tree.ts'

/** A filter of one column, as `price_usd=not.is.null` has it after the sign of equality. */
export function readFilter(column: string, text: string): Condition {
  const reader = new Reader(text, column)
  const isNot = reader.takes('not.')
  const test = readTest(reader, () => reader.rest())
  reader.end()
  return { is: 'test', column, isNot, ...test }
}

/** The conditions of `or=(…)` or `and=(…)`, which may hold groups themselves. */
export function readGroup(key: string, text: string): Condition {
  const isNot = key.startsWith('not.')
  const reader = new Reader(text, key)
  const group = readMembers(reader, { by: key.endsWith('or') ? 'or' : 'and', isNot, depth: 1 })
  reader.end()
  return group
}

function readMembers(
  reader: Reader,
  { by, isNot, depth }: { by: 'and' | 'or'; isNot: boolean; depth: number },
): Condition {
  if (depth > bounds.nesting) throw unreadable(`${by}: groups are nested ${bounds.nesting} deep at most`)
  reader.expect('(')
  const of: Condition[] = []
  do {
    reader.run(/ */y)
    of.push(readMember(reader, depth))
    reader.run(/ */y)
  } while (reader.takes(','))
  reader.expect(')')
  return { is: 'group', by, isNot, of }
}

function readMember(reader: Reader, depth: number): Condition {
  const group = /^(not\.)?(and|or)$/.exec(reader.run(/(?:not\.)?(?:and|or)(?=\()/y))
  if (group)
    return readMembers(reader, {
      by: group[2] as 'and' | 'or',
      isNot: group[1] !== undefined,
      depth: depth + 1,
    })
  const column = reader.name()
  reader.expect('.')
  const isNot = reader.takes('not.')
  return { is: 'test', column, isNot, ...readTest(reader, () => groupValue(reader)) }
}

/** A value within a group ends at a comma or bracket, unless it is in quotes or braces. */
function groupValue(reader: Reader): string {
  if (reader.next() === '"') return reader.quoted()
  if (reader.next() === '{') return reader.run(/\{(?:"(?:\\.|[^"\\])*"|[^"}])*\}/y)
  return reader.run(/[^,)]*/y)
}

const truths = ['null', 'not_null', 'true', 'false', 'unknown'] as const

function readTest(reader: Reader, readValue: () => string): Test {
  const operator = reader.run(/[a-z]+/y)
  if (operator === 'in') return { operator, values: readList(reader) }
  if (operator === 'is') {
    reader.expect('.')
    const value = readValue().toLowerCase()
    const truth = truths.find((one) => one === value)
    if (!truth) throw reader.refusal(`"is" takes ${truths.join(', ')}`)
    return { operator, value: truth }
  }
  if (!comparisons.includes(operator as Comparison))
    throw reader.refusal(
      `"${operator}" is no operator that is offered`,
      `Offered are ${comparisons.join(', ')}, in, is, not.`,
    )
  if (reader.next() === '(') throw reader.refusal('"any" and "all" are not offered')
  reader.expect('.')
  return { operator: operator as Comparison, value: readValue() }
}

/** `.(a,b,"c,d")` */
function readList(reader: Reader): string[] {
  reader.expect('.')
  reader.expect('(')
  const values: string[] = []
  if (reader.takes(')')) return values
  do {
    values.push(reader.next() === '"' ? reader.quoted() : reader.run(/[^,)]*/y))
    if (values.length > bounds.values) throw unreadable(`in: more than ${bounds.values} values`)
  } while (reader.takes(','))
  reader.expect(')')
  return values
}

/** `created_at.desc.nullslast,id` */
export function readOrder(text: string): Order[] {
  const reader = new Reader(text, 'order')
  const orders: Order[] = []
  do {
    const column = reader.name()
    if (reader.next() === '(') throw reader.refusal('ordering by an embedded table is not offered')
    const isDescending = reader.takes('.desc')
    if (!isDescending) reader.takes('.asc')
    const nulls = reader.takes('.nullsfirst') ? 'first' : reader.takes('.nullslast') ? 'last' : undefined
    orders.push({ column, isDescending, nulls })
    if (orders.length > bounds.orders) throw unreadable(`order: more than ${bounds.orders} columns`)
  } while (reader.takes(','))
  reader.end()
  return orders
}
