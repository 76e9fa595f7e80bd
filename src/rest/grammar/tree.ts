/** What a request asks for, as it was written: names are looked up later (`reading/plan.ts`). */
export type Query = {
  select: Item[]
  where: Condition[]
  order: Order[]
  limit: number | undefined
  offset: number
}

export type Item = { is: 'all' } | { is: 'column'; name: string; alias: string | undefined } | Embed

/** Rows of a related table within each row; what `target.…` in the address says of it is in its own query. */
export type Embed = Query & {
  is: 'embed'
  /** A table, or a column that leads to one. */
  target: string
  alias: string | undefined
  /** Which relation, where there are several: a foreign key, its column or the table between. */
  hint: string | undefined
  /** Rows without any are left out. */
  isInner: boolean
}

export type Condition =
  | ({ is: 'test'; column: string; isNot: boolean } & Test)
  | { is: 'group'; by: 'and' | 'or'; isNot: boolean; of: Condition[] }

export type Test =
  | { operator: Comparison; value: string }
  | { operator: 'in'; values: string[] }
  | { operator: 'is'; value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }

export type Comparison = (typeof comparisons)[number]

export const comparisons = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'cs'] as const

export type Order = { column: string; isDescending: boolean; nulls: 'first' | 'last' | undefined }

/** How much one request may ask for (docs/product/limits.md#table-queries). */
export const bounds = {
  addressLength: 16_000,
  items: 100,
  conditions: 100,
  nesting: 6,
  values: 300,
  orders: 10,
  embedding: 2,
  embeds: 8,
  offset: 10_000,
  rows: 1_000,
  embeddedRows: 100,
}
