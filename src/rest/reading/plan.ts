import { ambiguousRelation, unknownColumn, unknownRelation, unreadable } from '../errors.ts'
import type { Condition, Embed, Item, Query } from '../grammar/tree.ts'
import { bounds } from '../grammar/tree.ts'
import { type ColumnType, isTable, type Relation, relationsOf, type TableName, tableOf } from '../tables.ts'

/** A request whose names are all known: only what the catalogue has gets into a statement. */
export type Plan = {
  table: TableName
  /** In the order in which they are answered. */
  shown: Shown[]
  embeds: PlannedEmbed[]
  where: PlannedCondition[]
  order: { column: string; isDescending: boolean; nulls: 'first' | 'last' | undefined }[]
  limit: number
  offset: number
}

export type Shown = { as: string } & ({ column: string } | { embed: number })
export type PlannedEmbed = { plan: Plan; relation: Relation; isInner: boolean }
export type PlannedCondition =
  | (Extract<Condition, { is: 'test' }> & { type: ColumnType })
  | { is: 'group'; by: 'and' | 'or'; isNot: boolean; of: PlannedCondition[] }

/**
 * Looks up every name. Throws `PGRST200`, `PGRST201` or `PGRST204`, and `PGRST100` for a table that asks for a filter.
 */
export function planQuery(table: TableName, query: Query): Plan {
  const { asksFor } = tableOf(table)
  if (asksFor && !query.where.some((one) => isPinning(one, asksFor)))
    throw unreadable(`${table} is read by ${asksFor.join(' or ')}`, `Filter it with eq or in.`)
  return planTable(table, query)
}

/** Whether a condition names the values that one of these columns has. */
export const isPinning = (condition: Condition, columns: readonly string[]): boolean =>
  condition.is === 'test' &&
  !condition.isNot &&
  columns.includes(condition.column) &&
  (condition.operator === 'eq' || condition.operator === 'in')

/** {@link planQuery} of a table within another, or of rows that are known. */
export function planTable(table: TableName, query: Query, most = bounds.rows): Plan {
  const embeds = query.select.filter((item): item is Embed => item.is === 'embed')
  const shown = query.select.flatMap((item) => shownOf(table, item, embeds))
  const names = shown.map(({ as }) => as)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw unreadable(`select: '${twice}' is answered twice`)
  return {
    table,
    shown,
    embeds: embeds.map((embed) => planEmbed(table, embed)),
    where: query.where.map((condition) => planCondition(table, condition)),
    order: query.order.map((order) => ({ ...order, column: knownColumn(table, order.column) })),
    limit: Math.min(query.limit ?? most, most),
    offset: query.offset,
  }
}

function shownOf(table: TableName, item: Item, embeds: Embed[]): Shown[] {
  if (item.is === 'all') return Object.keys(tableOf(table).columns).map((column) => ({ as: column, column }))
  if (item.is === 'column') {
    const column = knownColumn(table, item.name)
    return [{ as: item.alias ?? column, column }]
  }
  // Without columns it only says which rows there are.
  return item.select.length === 0 ? [] : [{ as: item.alias ?? item.target, embed: embeds.indexOf(item) }]
}

function planEmbed(table: TableName, embed: Embed): PlannedEmbed {
  const relation = findRelation(table, embed)
  return { plan: planTable(relation.to, embed, bounds.embeddedRows), relation, isInner: embed.isInner }
}

function findRelation(table: TableName, { target, hint }: Embed): Relation {
  const all = relationsOf(table)
  const named = isTable(target)
    ? all.filter(({ to }) => to === target)
    : all.filter(({ names, isOne, through }) => isOne && !through && names.includes(target))
  const fitting = hint === undefined ? named : named.filter(({ names }) => names.includes(hint))
  const [relation, other] = fitting
  if (!relation) throw unknownRelation(table, target)
  if (other) {
    const ways = fitting.map(({ names }) => names[0] as string)
    throw ambiguousRelation(table, target, ways)
  }
  return relation
}

function planCondition(table: TableName, condition: Condition): PlannedCondition {
  if (condition.is === 'group')
    return { ...condition, of: condition.of.map((one) => planCondition(table, one)) }
  const type = tableOf(table).columns[knownColumn(table, condition.column)] as ColumnType
  const { operator } = condition
  if ((operator === 'like' || operator === 'ilike') && type !== 'text')
    throw unreadable(`${condition.column}: ${operator} is for texts`)
  // PostgreSQL refuses it where it comes to the end, which would tell of rows that the caller does not see.
  if ((operator === 'like' || operator === 'ilike') && /(^|[^\\])(\\\\)*\\$/.test(condition.value))
    throw unreadable(`${condition.column}: a pattern ends with a backslash`)
  if (operator === 'in' && type === 'text[]') throw unreadable(`${condition.column}: in is not for lists`)
  if (operator === 'cs' && type !== 'text[]') throw unreadable(`${condition.column}: cs is for lists`)
  if (operator === 'is' && !['null', 'not_null'].includes(condition.value) && type !== 'boolean')
    throw unreadable(`${condition.column}: is.${condition.value} is for booleans`)
  return { ...condition, type }
}

function knownColumn(table: TableName, name: string): string {
  if (!Object.hasOwn(tableOf(table).columns, name)) throw unknownColumn(table, name)
  return name
}
