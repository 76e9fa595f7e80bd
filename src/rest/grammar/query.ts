import { unreadable } from '../errors.ts'
import { readFilter, readGroup, readOrder } from './conditions.ts'
import { readSelect } from './select.ts'
import { bounds, type Condition, type Embed, type Query } from './tree.ts'

export type Address = {
  query: Query
  /** The columns that a written row is taken from, and those that tell whether it is there already. */
  columns: string[] | undefined
  onConflict: string[] | undefined
}

const groups = new Set(['and', 'or', 'not.and', 'not.or'])

/**
 * Reads the part of an address behind the question mark. Throws `PGRST100` for whatever is not offered, since nothing
 * that was asked may be ignored.
 */
export function readAddress(search: string): Address {
  if (search.length > bounds.addressLength)
    throw unreadable(`The address is longer than ${bounds.addressLength} signs.`)
  const entries = [...new URLSearchParams(search)]
  const single = new Map<string, string>()
  for (const [key, value] of entries) {
    if (!isOfReading(key) && key !== 'columns' && key !== 'on_conflict') continue
    if (single.has(key)) throw unreadable(`${key} is given twice`)
    single.set(key, value)
  }
  const select = single.get('select')
  const query: Query = {
    select: select === undefined || select === '' ? [{ is: 'all' }] : readSelect(select),
    ...{ where: [], order: [], limit: undefined, offset: 0 },
  }
  let conditions = 0
  for (const [key, value] of entries) {
    if (single.has(key) && ['select', 'columns', 'on_conflict'].includes(key)) continue
    const { path, last } = splitKey(key)
    conditions += apply(queryAt(query, path, key), last, value)
    if (conditions > bounds.conditions) throw unreadable(`more than ${bounds.conditions} conditions`)
  }
  return { query, columns: namesOf(single.get('columns')), onConflict: namesOf(single.get('on_conflict')) }
}

const isOfReading = (key: string) => /(^|\.)(select|order|limit|offset)$/.test(key)

/** `a.b.or` is of the table `b` embedded in `a`; `not.or` is one word. */
function splitKey(key: string): { path: string[]; last: string } {
  const parts = key.split('.')
  const isNegated = parts.at(-2) === 'not' && groups.has(`not.${parts.at(-1)}`)
  const last = parts.splice(isNegated ? -2 : -1).join('.')
  return { path: parts, last }
}

/** The embedded table's own query. */
function queryAt(query: Query, path: string[], key: string): Query {
  let at = query
  for (const name of path) {
    const found = at.select.find(
      (item): item is Embed => item.is === 'embed' && (item.alias ?? item.target) === name,
    )
    if (!found) throw unreadable(`${key}: '${name}' is not embedded in select`)
    at = found
  }
  return at
}

/** Adds what a parameter says to a query; returns how many conditions that were. */
function apply(query: Query, last: string, value: string): number {
  if (last === 'order') query.order = readOrder(value)
  else if (last === 'limit') query.limit = wholeNumber(last, value)
  else if (last === 'offset') {
    query.offset = wholeNumber(last, value)
    if (query.offset > bounds.offset) throw unreadable(`offset is ${bounds.offset} at most`)
  } else {
    const condition = groups.has(last) ? readGroup(last, value) : readFilter(columnName(last), value)
    query.where.push(condition)
    return sizeOf(condition)
  }
  return 0
}

const columnName = (text: string): string => {
  if (!/^[A-Za-z_]\w{0,62}$/.test(text)) throw unreadable(`'${text.slice(0, 100)}' is no name of a column`)
  return text
}

function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw unreadable(`${name} takes a whole number`)
  return Number(value)
}

const sizeOf = (condition: Condition): number =>
  condition.is === 'test' ? 1 : condition.of.reduce((sum, one) => sum + sizeOf(one), 0)

/** `"a","b"` or `a,b` */
function namesOf(text: string | undefined): string[] | undefined {
  return text?.split(',').map((name) => columnName(name.trim().replace(/^"(.*)"$/, '$1')))
}
