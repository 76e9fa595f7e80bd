/** A row as callers read it, with its values as JSON has them. */
export type Row = Record<string, unknown>
/** Whose rows of each table a caller may see, worked out by the test from docs/product/calls.md#table-queries. */
export type World = Record<string, Row[]>

/** How public a product is. */
export type ProductState = 'listed' | 'untitled' | 'hidden' | 'deleted'
/** Whether a product, and what belongs to it, is to be seen. */
export const isSeen = (state: ProductState, isOwner: boolean): boolean =>
  state === 'listed' || (state !== 'deleted' && isOwner)

export type Test = { column: string; isNot: boolean; operator: string; value: string }
export type Condition = Test | { by: 'and' | 'or'; isNot: boolean; of: Condition[] }
export type Asked = {
  table: string
  where: Condition[]
  order: { column: string; isDescending: boolean; nulls: 'first' | 'last' | undefined }[]
  limit: number | undefined
  offset: number
  embed: { to: string; isInner: boolean; where: Test[]; limit: number | undefined } | undefined
}

/** By which rows of a table lead to rows of another: one of them, or several. */
export type Link = { isOne: boolean; leads: (row: Row, other: Row, world: World) => boolean }

const keys: Record<string, string[]> = {
  product_categories: ['product_id', 'category_id'],
  user_category_preferences: ['user_id', 'category_id'],
}
const keyOf = (table: string) => keys[table] ?? ['id']

/** The answer to a question over plain arrays: its rows by their keys, with what is embedded, and how many in all. */
export function answerOf(
  world: World,
  asked: Asked,
  link: Link | undefined,
): { rows: unknown[]; total: number } {
  const { table, where, limit, offset, embed } = asked
  const embedded = (row: Row) =>
    embed && link
      ? sorted(
          embed.to,
          (world[embed.to] ?? []).filter((other) => link.leads(row, other, world) && all(embed.where, other)),
          [],
        )
      : []
  const found = (world[table] ?? []).filter(
    (row) => all(where, row) && (!embed?.isInner || embedded(row).length > 0),
  )
  const page = sorted(table, found, asked.order).slice(
    offset,
    limit === undefined ? undefined : offset + limit,
  )
  return {
    total: found.length,
    rows: page.map((row) => {
      const key = keyed(table, row)
      if (!embed || !link) return key
      const others = embedded(row).map((other) => keyed(embed.to, other))
      return { ...key, embedded: link.isOne ? (others[0] ?? null) : others.slice(0, embed.limit) }
    }),
  }
}

const keyed = (table: string, row: Row) => Object.fromEntries(keyOf(table).map((name) => [name, row[name]]))

const all = (conditions: Condition[], row: Row) => conditions.every((one) => holds(one, row) === true)

function holds(condition: Condition, row: Row): boolean | null {
  const result =
    'by' in condition
      ? ofGroup(
          condition.by,
          condition.of.map((one) => holds(one, row)),
        )
      : ofTest(condition, row[condition.column] ?? null)
  return result === null ? null : result !== condition.isNot
}

function ofGroup(by: 'and' | 'or', results: (boolean | null)[]): boolean | null {
  if (by === 'and') return results.includes(false) ? false : results.includes(null) ? null : true
  return results.includes(true) ? true : results.includes(null) ? null : false
}

function ofTest({ operator, value }: Test, held: unknown): boolean | null {
  if (operator === 'is') {
    if (value === 'null' || value === 'unknown') return held === null
    return value === 'not_null' ? held !== null : held === (value === 'true')
  }
  if (held === null) return null
  if (operator === 'in') return value.slice(1, -1).split(',').includes(String(held))
  if (operator === 'cs')
    return value
      .slice(1, -1)
      .split(',')
      .filter(Boolean)
      .every((one) => (held as string[]).includes(one))
  const text = String(held)
  if (operator === 'ilike') return text.toLowerCase().includes(value.slice(1, -1).toLowerCase())
  if (operator === 'like') return text.startsWith(value.slice(0, -1))
  return {
    eq: text === value,
    neq: text !== value,
    gt: text > value,
    gte: text >= value,
    lt: text < value,
    lte: text <= value,
  }[operator] as boolean
}

function sorted(table: string, rows: Row[], order: Asked['order']): Row[] {
  const isDescending = order.at(-1)?.isDescending ?? false
  const ties = keyOf(table).map((column) => ({ column, isDescending, nulls: undefined }))
  return rows.toSorted((a, b) => {
    for (const { column, isDescending, nulls } of [...order, ...ties]) {
      const [one, other] = [a[column] ?? null, b[column] ?? null]
      if (one === other) continue
      const nullsFirst = nulls === undefined ? isDescending : nulls === 'first'
      if (one === null) return nullsFirst ? -1 : 1
      if (other === null) return nullsFirst ? 1 : -1
      const result = String(one) < String(other) ? -1 : 1
      return isDescending ? -result : result
    }
    return 0
  })
}
