/** What a column holds, by PostgreSQL's name: a value of a filter is read as that. */
export type ColumnType =
  | 'uuid'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'numeric'
  | 'boolean'
  | 'timestamptz'
  | 'text[]'

export type Table = {
  columns: Record<string, ColumnType>
  /** Tells rows apart, and orders those that are otherwise equal. */
  key: string[]
  /** One of these must be given by `eq` or `in`, so that nobody copies the whole table. */
  asksFor?: string[]
}

/** The tables of the specification, with their columns (docs/product/calls.md#table-queries); each is a view of `rest`. */
export const tables = {
  categories: {
    columns: { id: 'uuid', name: 'text', slug: 'text', sort_order: 'integer' },
    key: ['id'],
  },
  products: {
    columns: {
      id: 'uuid',
      user_id: 'uuid',
      amazon_url: 'text',
      asin: 'text',
      title: 'text',
      description: 'text',
      user_comment: 'text',
      image_url: 'text',
      price_usd: 'numeric',
      tags: 'text[]',
      is_categorized: 'boolean',
      created_at: 'timestamptz',
    },
    key: ['id'],
  },
  product_categories: {
    columns: { product_id: 'uuid', category_id: 'uuid' },
    key: ['product_id', 'category_id'],
  },
  short_links: {
    columns: { id: 'text', product_id: 'uuid', created_at: 'timestamptz' },
    key: ['id'],
    asksFor: ['id', 'product_id'],
  },
  earnings: {
    columns: { product_id: 'uuid', clicks_count: 'bigint', earnings_usd: 'numeric' },
    key: ['product_id'],
  },
  clicks: {
    columns: {
      id: 'uuid',
      product_id: 'uuid',
      timestamp: 'timestamptz',
      user_agent: 'text',
      referrer: 'text',
    },
    key: ['timestamp', 'product_id'],
  },
  earnings_ledger: {
    columns: {
      id: 'uuid',
      order_item_id: 'text',
      transaction_type: 'text',
      gross_commission: 'numeric',
      platform_fee_amount: 'numeric',
      user_amount: 'numeric',
      status: 'text',
      created_at: 'timestamptz',
    },
    key: ['id'],
  },
  amazon_orders: {
    columns: { order_item_id: 'text', product_title: 'text', asin: 'text', confidence: 'text' },
    key: ['order_item_id'],
  },
  profiles: {
    columns: {
      id: 'uuid',
      first_name: 'text',
      last_name: 'text',
      username: 'text',
      avatar_url: 'text',
      bio: 'text',
      email: 'text',
      created_at: 'timestamptz',
    },
    key: ['id'],
    asksFor: ['id', 'username'],
  },
  followers: {
    columns: { id: 'uuid', follower_id: 'uuid', following_id: 'uuid', created_at: 'timestamptz' },
    key: ['id'],
  },
  user_category_preferences: {
    columns: { user_id: 'uuid', category_id: 'uuid', is_pinned: 'boolean', sort_order: 'integer' },
    key: ['user_id', 'category_id'],
  },
} as const satisfies Record<string, Table>

export type TableName = keyof typeof tables

export const tableNames = Object.keys(tables) as TableName[]

export const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

export const tableOf = (name: TableName): Table => tables[name]

/** A column that names a row of another table. */
type ForeignKey = {
  from: TableName
  column: string
  to: TableName
  toColumn: string
  /** A row is named once at most. */
  isUnique?: boolean
  /** More pairs of columns that are equal then, so that an index of both tables serves the order of one. */
  also?: [from: string, to: string][]
}

const foreignKeys: ForeignKey[] = [
  { from: 'products', column: 'user_id', to: 'profiles', toColumn: 'id' },
  {
    from: 'product_categories',
    column: 'product_id',
    to: 'products',
    toColumn: 'id',
    also: [['created_at', 'created_at']],
  },
  { from: 'product_categories', column: 'category_id', to: 'categories', toColumn: 'id' },
  { from: 'short_links', column: 'product_id', to: 'products', toColumn: 'id' },
  { from: 'earnings', column: 'product_id', to: 'products', toColumn: 'id', isUnique: true },
  { from: 'clicks', column: 'product_id', to: 'products', toColumn: 'id' },
  { from: 'earnings_ledger', column: 'order_item_id', to: 'amazon_orders', toColumn: 'order_item_id' },
  { from: 'followers', column: 'follower_id', to: 'profiles', toColumn: 'id' },
  { from: 'followers', column: 'following_id', to: 'profiles', toColumn: 'id' },
  { from: 'user_category_preferences', column: 'category_id', to: 'categories', toColumn: 'id' },
  { from: 'user_category_preferences', column: 'user_id', to: 'profiles', toColumn: 'id' },
]

/** How a row leads to rows of another table. */
export type Relation = {
  to: TableName
  /** By which a request may name it, besides the table. */
  names: string[]
  /** At most one row, which is answered as an object and not as a list. */
  isOne: boolean
  /** Columns that are equal: of this row, and of the other, or of the table between. */
  on: [own: string, other: string][]
  /** The table between the two, and its columns that are equal to the other table's. */
  through?: { table: TableName; on: [between: string, other: string][] }
}

const nameOf = ({ from, column }: ForeignKey) => `${from}_${column}_fkey`
const forwards = (key: ForeignKey): [string, string][] => [[key.column, key.toColumn], ...(key.also ?? [])]
const backwards = (key: ForeignKey) => forwards(key).map(([from, to]): [string, string] => [to, from])

/** All ways that lead from a table to others. */
export function relationsOf(table: TableName): Relation[] {
  return foreignKeys.flatMap((key): Relation[] => {
    const names = [nameOf(key), key.column]
    const out: Relation = { to: key.to, names, isOne: true, on: forwards(key) }
    const back: Relation = { to: key.from, names, isOne: key.isUnique === true, on: backwards(key) }
    const across = foreignKeys
      .filter((other) => key.from === 'product_categories' && other.from === key.from && other !== key)
      .map(
        (other): Relation => ({
          to: other.to,
          names: [key.from],
          isOne: false,
          on: backwards(key),
          through: { table: key.from, on: forwards(other) },
        }),
      )
    return [...(key.from === table ? [out] : []), ...(key.to === table ? [back, ...across] : [])]
  })
}
