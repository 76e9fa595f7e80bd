import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { insertProduct } from '../../tests/harness/factories.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { randomRuns } from '../../tests/harness/random-runs.ts'
import {
  type Asked,
  answerOf,
  type Condition,
  isSeen,
  type Link,
  type ProductState,
  type Row,
  type World,
} from './testing/model.ts'

// docs/product/calls.md#table-queries: whatever is asked, rows, counts and order are those of what the caller may see.

let app: TestApp
let people: Person[]
let worlds: World[]

type Made = Row & { state: ProductState }

beforeAll(async () => {
  app = await startTestApp()
  people = [await signUp(app), await signUp(app, { first: 'Kofi' }), await signUp(app, { first: 'Greta' })]
  worlds = await makeWorlds()
})
afterAll(() => app.close())

const states = ['listed', 'listed', 'listed', 'untitled', 'hidden', 'deleted'] as const
const titles = ['red mug', 'blue mug', 'tall vase', 'lamp', 'mug']

async function makeWorlds(): Promise<World[]> {
  const { db } = app.database
  const { body } = await app.request('GET', '/api/v1/categories')
  const categories: Row[] = body.items
  const products: Made[] = []
  const links: Row[] = []
  const shortLinks: Row[] = []
  for (const [index, person] of people.entries()) {
    const payee = await db
      .selectFrom('payees')
      .where('user_id', '=', person.id)
      .select('id')
      .executeTakeFirstOrThrow()
    const owner = { userId: person.id, payeeId: payee.id, username: person.username }
    for (const [number, state] of states.entries()) {
      const title = titles[(index + number) % titles.length] as string
      const tags = number % 2 ? ['gift', 'home'] : number === 0 ? null : ['gift']
      const created_at = new Date(Date.UTC(2026, 0, 1 + ((index * 2 + number) % 5)))
      const asin = `B00000000${(index + number) % 4}`
      const { id, shortLinkId } = await insertProduct(db, owner, {
        ...{ title, tags, created_at, asin },
        description: number % 3 ? null : 'for tea',
        metadata_source: state === 'untitled' ? 'sample' : 'owner',
        ...(state === 'hidden' && { withheld: true, hidden_at: created_at, hidden_reason: 'Test' }),
        is_categorized: false,
      })
      const category = number % 2 === 0 && state !== 'deleted' ? categories[(index + number) % 3] : undefined
      if (category) {
        const link = { product_id: id, category_id: category.id as string, created_at }
        await db.transaction().execute(async (tx) => {
          await tx.insertInto('product_categories').values(link).execute()
          await tx.updateTable('products').set({ is_categorized: true }).where('id', '=', id).execute()
        })
        links.push({ product_id: id, category_id: category.id, owner: person.id, of: id })
      }
      if (state === 'deleted')
        await db.updateTable('products').set({ deleted_at: created_at }).where('id', '=', id).execute()
      products.push({
        ...{ id, user_id: person.id, title, tags, asin, description: number % 3 ? null : 'for tea', state },
        is_categorized: category !== undefined,
        created_at: created_at.toISOString().replace('.000Z', '+00:00'),
      })
      shortLinks.push({ id: shortLinkId, product_id: id })
    }
  }
  const follows = [
    [0, 1],
    [1, 0],
    [2, 0],
  ] as const
  for (const [follower, following] of follows)
    await db
      .insertInto('followers')
      .values({
        follower_id: people[follower]?.id as string,
        following_id: people[following]?.id as string,
        created_at: new Date(),
      })
      .execute()
  const followers: Row[] = await db
    .selectFrom('followers')
    .select(['id', 'follower_id', 'following_id'])
    .execute()
  const pins = people.flatMap((person, index) => [
    { user_id: person.id, category_id: categories[index]?.id as string, is_pinned: index % 2 === 0 },
  ])
  await db.insertInto('user_category_preferences').values(pins).execute()
  const profiles = people.map(({ id, username }, index) => ({
    id,
    username,
    first_name: ['Maya', 'Kofi', 'Greta'][index],
  }))

  const seenBy = (caller: string | undefined): World => {
    const visible = new Set(
      products.filter(({ state, user_id }) => isSeen(state, user_id === caller)).map(({ id }) => id),
    )
    const isMine = (row: Row, ...columns: string[]) => columns.some((column) => row[column] === caller)
    return {
      ...{ categories, profiles },
      products: products.filter(({ id }) => visible.has(id)),
      product_categories: links.filter(({ product_id }) => visible.has(product_id)),
      short_links: shortLinks.filter(({ product_id }) => visible.has(product_id)),
      followers: followers.filter((row) => isMine(row, 'follower_id', 'following_id')),
      user_category_preferences: pins.filter((row) => isMine(row, 'user_id')),
    }
  }
  return [undefined, ...people.map(({ id }) => id)].map(seenBy)
}

const is = (a: string, b: string) => (row: Row, other: Row) => row[a] === other[b]
const links: Record<string, Record<string, Link>> = {
  products: {
    profiles: { isOne: true, leads: is('user_id', 'id') },
    product_categories: { isOne: false, leads: is('id', 'product_id') },
    short_links: { isOne: false, leads: is('id', 'product_id') },
    categories: {
      isOne: false,
      leads: (row, other, { product_categories = [] }) =>
        product_categories.some((link) => link.product_id === row.id && link.category_id === other.id),
    },
  },
  product_categories: {
    products: { isOne: true, leads: is('product_id', 'id') },
    categories: { isOne: true, leads: is('category_id', 'id') },
  },
  short_links: { products: { isOne: true, leads: is('product_id', 'id') } },
  followers: { 'profiles!following_id': { isOne: true, leads: is('following_id', 'id') } },
  user_category_preferences: { categories: { isOne: true, leads: is('category_id', 'id') } },
  categories: {},
}

const columns: Record<string, string[]> = {
  products: ['title', 'asin', 'description', 'tags', 'is_categorized', 'user_id', 'created_at'],
  product_categories: ['category_id'],
  short_links: ['id'],
  followers: ['follower_id', 'following_id'],
  user_category_preferences: ['is_pinned'],
  categories: ['slug', 'name'],
  profiles: ['first_name'],
}

const words = ['mug', 'red', 'a', 'lamp', 'red mug', 'vase', 'zz']
const person = fc.nat(2).map((index) => `person ${index}`)

/** A condition of a column; people stand for their ids, which are not known yet. */
const testOf = (
  table: string,
): fc.Arbitrary<Condition & { column: string; operator: string; value: string }> =>
  fc.constantFrom(...(columns[table] as string[])).chain((column) => {
    const isNot = fc.boolean()
    const made = (operator: string, value: fc.Arbitrary<string>) =>
      fc.record({ column: fc.constant(column), isNot, operator: fc.constant(operator), value })
    const isNull = made('is', fc.constantFrom('null', 'not_null'))
    if (column.startsWith('is_'))
      return fc.oneof(
        made('is', fc.constantFrom('true', 'false', 'null')),
        made('eq', fc.constantFrom('true', 'false')),
      )
    if (column === 'tags')
      return fc.oneof(made('cs', fc.constantFrom('{gift}', '{home}', '{gift,home}', '{}')), isNull)
    if (['user_id', 'follower_id', 'following_id'].includes(column)) return made('eq', person)
    if (column === 'created_at') return made('gt', fc.constant('2026-01-03T00:00:00+00:00'))
    if (column === 'category_id') return made('is', fc.constant('not_null'))
    const compared = fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte')
    return fc.oneof(
      compared.chain((operator) => made(operator, fc.constantFrom(...words))),
      made('ilike', fc.constantFrom('*mug*', '*MUG*', '*re*', '*tea*', '*tea*')),
      made('like', fc.constantFrom('red*', 'l*')),
      made('in', fc.constantFrom('(mug,lamp)', '(red mug)', '(x)')),
      isNull,
    )
  })

const conditionOf = (table: string): fc.Arbitrary<Condition> =>
  fc.oneof(
    { weight: 3, arbitrary: testOf(table) },
    {
      weight: 1,
      arbitrary: fc.record({
        by: fc.constantFrom('and' as const, 'or' as const),
        isNot: fc.boolean(),
        of: fc.array(fc.oneof(testOf(table)), { minLength: 1, maxLength: 3 }),
      }),
    },
  )

const few = fc.option(fc.nat(4), { nil: undefined })

const asked: fc.Arbitrary<Asked> = fc.constantFrom(...Object.keys(links)).chain((table) =>
  fc.record({
    table: fc.constant(table),
    where: fc.array(conditionOf(table), { maxLength: 2 }),
    order: fc.uniqueArray(
      fc.record({
        column: fc.constantFrom(...(columns[table] as string[]).filter((one) => one !== 'tags')),
        isDescending: fc.boolean(),
        nulls: fc.constantFrom(undefined, 'first' as const, 'last' as const),
      }),
      { maxLength: 2, selector: ({ column }) => column },
    ),
    limit: few,
    offset: fc.nat(3),
    embed: fc.option(
      fc.constantFrom(undefined, ...Object.keys(links[table] as object)).chain((target) => {
        if (target === undefined) return fc.constant(undefined)
        const to = target.split('!')[0] as string
        return fc.record({
          to: fc.constant(to),
          isInner: fc.boolean(),
          where: fc.array(testOf(to) as never, { maxLength: 1 }),
          limit: links[table]?.[target]?.isOne ? fc.constant(undefined) : few,
        })
      }),
      { nil: undefined },
    ),
  }),
) as never

/** A question as the address has it. */
function addressOf(
  { table, where, order, limit, offset, embed }: Asked,
  ids: (value: string) => string,
): string {
  const keys: Record<string, string> = {
    product_categories: 'product_id,category_id',
    user_category_preferences: 'user_id,category_id',
  }
  const keyOf = (of: string) => keys[of] ?? 'id'
  const target = embed && Object.keys(links[table] as object).find((name) => name.split('!')[0] === embed.to)
  const parts: [string, string][] = [
    [
      'select',
      `${keyOf(table)}${embed ? `,embedded:${target}${embed.isInner ? '!inner' : ''}(${keyOf(embed.to)})` : ''}`,
    ],
    ['offset', String(offset)],
  ]
  if (limit !== undefined) parts.push(['limit', String(limit)])
  if (order.length > 0)
    parts.push([
      'order',
      order
        .map(
          ({ column, isDescending, nulls }) =>
            `${column}.${isDescending ? 'desc' : 'asc'}${nulls ? `.nulls${nulls}` : ''}`,
        )
        .join(),
    ])
  const testText = (
    { isNot, operator, value }: { isNot: boolean; operator: string; value: string },
    isGrouped: boolean,
  ) =>
    `${isNot ? 'not.' : ''}${operator}.${isGrouped && !/[({]/.test(value) && /[ ,]/.test(value) ? `"${ids(value)}"` : ids(value)}`
  for (const condition of where) {
    if ('by' in condition) {
      const members = condition.of.map((one) => ('by' in one ? '' : `${one.column}.${testText(one, true)}`))
      parts.push([`${condition.isNot ? 'not.' : ''}${condition.by}`, `(${members.join()})`])
    } else parts.push([condition.column, testText(condition, false)])
  }
  for (const one of embed?.where ?? []) parts.push([`embedded.${one.column}`, testText(one, false)])
  if (embed?.limit !== undefined) parts.push(['embedded.limit', String(embed.limit)])
  return new URLSearchParams(parts).toString()
}

/** With the people's ids in place of what stands for them. */
const withIds = (condition: Condition): Condition =>
  'by' in condition
    ? { ...condition, of: condition.of.map(withIds) }
    : { ...condition, value: idOf(condition.value) }

const idOf = (value: string): string => {
  const index = /^person (\d)$/.exec(value)?.[1]
  return index === undefined ? value : (people[Number(index)]?.id as string)
}

it('random questions are answered as the rights over plain arrays say', async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.nat(3), async (question, caller) => {
      const where = question.where.map(withIds)
      const embed = question.embed && { ...question.embed, where: question.embed.where.map(withIds) as never }
      const asking = caller === 0 ? undefined : people[caller - 1]
      const world = { ...(worlds[caller] as World) }
      // A list of everybody's products is of those that everybody sees.
      const isOwn = where.some(
        (one) => !('by' in one) && !one.isNot && one.column === 'user_id' && one.value === asking?.id,
      )
      if (question.table === 'products' && !isOwn) world.products = worlds[0]?.products as Row[]
      const needsLink = question.table === 'short_links'
      const ids = (worlds[caller] as World).short_links?.map(({ id }) => id) ?? []
      const extra = needsLink ? `&id=in.(${ids.join()})` : ''
      const path = `/rest/v1/${question.table}?${addressOf(question, idOf)}${extra}`
      const { status, body, headers } = await app.request('GET', path, {
        token: asking?.token,
        headers: { prefer: 'count=exact' },
      })
      const target =
        embed && Object.keys(links[question.table] as object).find((name) => name.split('!')[0] === embed.to)
      const expected = answerOf(
        world,
        { ...question, where, embed },
        target === undefined ? undefined : links[question.table]?.[target],
      )
      if (status === 416) {
        expect(question.offset).toBeGreaterThanOrEqual(expected.total)
        return
      }
      expect([path, body]).toEqual([path, expected.rows])
      expect(headers.get('content-range')?.split('/')[1]).toBe(String(expected.total))
    }),
    randomRuns(2_000),
  )
}, 600_000)
