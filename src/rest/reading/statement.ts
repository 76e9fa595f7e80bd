import { type RawBuilder, sql } from 'kysely'
import { tableOf } from '../tables.ts'
import type { Plan, PlannedCondition, PlannedEmbed } from './plan.ts'

/** Parts of a statement, and the same joined by a word between. */
type Part = RawBuilder<unknown>
const joined = (parts: Part[], between: Part) => sql.join(parts, between)
const and = sql` and `
const none = sql``

export type Answer = {
  /** The rows as JSON. */
  body: string
  rows: number
  /** How many there are in all, where that was asked for. */
  total: number | null
}

type Options = {
  isCounted: boolean
  areNullsStripped: boolean
  /** Whether the caller's own products are asked for, of which lists leave out those without a title of their own. */
  isOfOwner: boolean
}

/** The one statement that answers a plan. Names are of the catalogue, values are parameters. */
export function statementOf(plan: Plan, { isCounted, areNullsStripped, isOfOwner }: Options) {
  const listed = plan.table === 'products' && !isOfOwner ? [sql`t.is_listed`] : []
  const conditions = [...listed, ...conditionsOf(plan, 't')]
  const row = areNullsStripped ? sql`json_strip_nulls(row_to_json(page))` : sql`row_to_json(page)`
  const total = sql`(select count(*) from ${viewOf(plan)} as t ${whereOf(conditions)})`
  return sql<Answer>`
    with page as (
      select ${shownOf(plan, 't')} from ${viewOf(plan)} as t ${embedsOf(plan, 't')}
      ${whereOf(conditions)} ${orderOf(plan, 't')} limit ${plan.limit} offset ${plan.offset})
    select coalesce(json_agg(${row}), '[]')::text as body, count(*)::int as rows,
      ${isCounted ? total : sql`null::bigint`} as total
    from page`
}

const viewOf = ({ table }: Pick<Plan, 'table'>) => sql.id('rest', table)
const whereOf = (conditions: Part[]) => (conditions.length > 0 ? sql`where ${joined(conditions, and)}` : none)

function shownOf(plan: Plan, alias: string): Part {
  const { shown } = plan
  if (shown.length === 0) return none
  return sql.join(
    shown.map((one) =>
      'embed' in one
        ? sql`${sql.id(`${alias}_${one.embed}`, 'answer')} as ${sql.id(one.as)}`
        : sql`${sql.id(alias, one.column)} as ${sql.id(one.as)}`,
    ),
  )
}

/** A lateral join for each embedded table that is answered. */
function embedsOf(plan: Plan, alias: string): Part {
  const shown = plan.shown.flatMap((one) => ('embed' in one ? [one.embed] : []))
  return joined(
    shown.map((index) => {
      const embed = plan.embeds[index] as PlannedEmbed
      const name = `${alias}_${index}`
      return sql`left join lateral (${embedded(embed, alias, name)}) as ${sql.id(name)} on true`
    }),
    sql` `,
  )
}

function embedded({ plan, relation }: PlannedEmbed, outer: string, name: string): Part {
  const alias = `${name}e`
  const conditions = [...linksOf(relation, outer, alias), ...conditionsOf(plan, alias)]
  const limit = relation.isOne ? sql`limit 1` : sql`limit ${plan.limit} offset ${plan.offset}`
  const rows = sql`
    select ${shownOf(plan, alias)} from ${sourceOf({ plan, relation }, alias)} ${embedsOf(plan, alias)}
    ${whereOf(conditions)} ${orderOf(plan, alias)} ${limit}`
  return relation.isOne
    ? sql`select row_to_json(x) as answer from (${rows}) as x`
    : sql`select coalesce(json_agg(row_to_json(x)), '[]') as answer from (${rows}) as x`
}

/** The related table, joined to the one between where there is one. */
function sourceOf(
  { plan, relation: { through } }: Pick<PlannedEmbed, 'plan' | 'relation'>,
  alias: string,
): Part {
  const own = sql`${viewOf(plan)} as ${sql.id(alias)}`
  if (!through) return own
  const on = through.on.map(
    ([between, other]) => sql`${sql.id(`${alias}j`, between)} = ${sql.id(alias, other)}`,
  )
  return sql`${own} join ${viewOf({ table: through.table })} as ${sql.id(`${alias}j`)} on ${joined(on, and)}`
}

const linksOf = ({ on, through }: PlannedEmbed['relation'], outer: string, alias: string): Part[] =>
  on.map(([own, other]) => sql`${sql.id(outer, own)} = ${sql.id(through ? `${alias}j` : alias, other)}`)

/** What is asked of the rows, and that each has a row of every table that is embedded by `!inner`. */
function conditionsOf(plan: Plan, alias: string): Part[] {
  const inner = plan.embeds.flatMap((embed, index) => {
    if (!embed.isInner) return []
    const name = `${alias}_${index}i`
    const conditions = [...linksOf(embed.relation, alias, name), ...conditionsOf(embed.plan, name)]
    return [sql`exists (select from ${sourceOf(embed, name)} ${whereOf(conditions)})`]
  })
  return [...inner, ...plan.where.map((condition) => conditionOf(condition, plan, alias))]
}

/** By the order asked for, then by the key, in the direction of the last column: so that pages never mix. */
function orderOf({ table, order }: Plan, alias: string): Part {
  const isDescending = order.at(-1)?.isDescending ?? false
  const keys = tableOf(table)
    .key.filter((column) => !order.some((one) => one.column === column))
    .map((column) => ({ column, isDescending, nulls: undefined }))
  const parts = [...order, ...keys].map(({ column, isDescending, nulls }) => {
    const direction = isDescending ? sql` desc` : none
    const place = nulls === undefined ? none : nulls === 'first' ? sql` nulls first` : sql` nulls last`
    return sql`${sql.id(alias, column)}${direction}${place}`
  })
  return sql`order by ${sql.join(parts)}`
}

/** `isPlain` says that no group around it is negated. */
function conditionOf(condition: PlannedCondition, plan: Plan, alias: string, isPlain = true): Part {
  if (condition.is === 'group') {
    const between = condition.by === 'and' ? and : sql` or `
    const group = joined(
      condition.of.map((one) => conditionOf(one, plan, alias, isPlain && !condition.isNot)),
      between,
    )
    return condition.isNot ? sql`not (${group})` : sql`(${group})`
  }
  const test = testOf(condition, alias)
  if (condition.isNot) return sql`not (${test})`
  const word = isPlain && plan.table === 'products' ? searchedWord(condition) : undefined
  return word === undefined
    ? test
    : sql`(${test} and ${sql.id(alias, 'search_text')} like search_pattern(${word}))`
}

type PlannedTest = Extract<PlannedCondition, { is: 'test' }>

const signs = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', cs: '@>' } as const

function testOf(test: PlannedTest, alias: string): Part {
  const column = sql.id(alias, test.column)
  switch (test.operator) {
    case 'is':
      return sql`${column} is ${sql.raw(test.value.replace('_', ' '))}`
    case 'in':
      return sql`${column} = any (${compared(test)})`
    case 'like':
    case 'ilike':
      return sql`${column} ${sql.raw(test.operator)} ${test.value.replaceAll('*', '%')}::text`
    default:
      return sql`${column} ${sql.raw(signs[test.operator])} ${compared(test)}`
  }
}

/** What a column is compared with, read as the column's type. */
const compared = (test: PlannedTest): Part =>
  test.operator === 'in'
    ? sql`${test.values}::text[]::${sql.raw(test.type)}[]`
    : sql`${test.value}::text::${sql.raw(test.type)}`

/** All values of a plan that have to be read as a column's type. */
export const valuesIn = ({ where, embeds }: Plan): Part[] => [
  ...where.flatMap(valuesOf),
  ...embeds.flatMap(({ plan }) => valuesIn(plan)),
]

function valuesOf(condition: PlannedCondition): Part[] {
  if (condition.is === 'group') return condition.of.flatMap(valuesOf)
  return condition.operator === 'is' ? [] : [compared(condition)]
}

/**
 * A text that a product's `search_text` holds wherever this test is true, since it is made of title, tags and
 * description. Asked beside the test it changes no answer, and an index of three-letter sequences finds it.
 */
function searchedWord(test: PlannedTest): string | undefined {
  const isText = ['title', 'description'].includes(test.column)
  if (isText && (test.operator === 'like' || test.operator === 'ilike'))
    return /^[%*]([^%*_\\]{3,})[%*]$/.exec(test.value)?.[1]
  const isTag = test.column === 'tags' && test.operator === 'cs'
  return isTag ? /^\{([\p{L}\p{N} -]{3,})\}$/u.exec(test.value)?.[1] : undefined
}
