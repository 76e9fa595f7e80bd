import type { TestApp } from '../../../../tests/harness/app.ts'
import { getProduct } from '../../../folio/products/service.ts'
import { listPublicLists, readPublicList } from '../../../lists/reading.ts'
import { addDependencies, noDependencies } from '../../../pages/cache/dependencies.ts'
import type { PageCache } from '../../../pages/cache/page-cache.ts'
import { makePage } from '../../../pages/page.ts'
import { getProfile } from '../../../people/profiles/service.ts'
import type { Context } from '../../../platform/context.ts'
import { hasCode } from '../../../shared/errors.ts'
import { readDoorway } from '../../doorway/service.ts'
import { readFeed } from '../../feeds.ts'
import { readFront, readPopular, readProfileProducts } from '../../storefront.ts'

type Named = { id: string; title: string }
type Card = Named & { profiles: { first_name: string } }
type Also = { first_name: string; followers_count: number; product_id: string; words: string }
type ShownList = Named & { items_count: number; pictures: Named[] }
/** An answer as JSON gives it. */
// biome-ignore lint/suspicious/noExplicitAny: the calls' own tests check their shape.
type Answer = any

const cards = (items: Card[]) =>
  items.map(({ id, title, profiles }) => `${id} ${title} ${profiles.first_name}`)
const titled = (items: Named[]) => items.map(({ id, title }) => `${id} ${title}`)

const listCards = (items: ShownList[]) =>
  items.map(({ id, title, items_count, pictures }) => ({
    ...{ id, title, count: items_count },
    pictures: titled(pictures),
  }))

/** A call as pages make it, and what a visitor gets. */
type Call = { call: string; input: { params?: unknown }; answer: (context: Context) => Promise<unknown> }

const storefront = (username: string): Call[] => {
  const input = { params: { username } }
  const path = 'GET /api/v1/profiles/:username'
  return [
    { call: path, input, answer: (context) => getProfile(context, username) },
    { call: `${path}/front`, input, answer: (context) => readFront(context, username) },
    { call: `${path}/products`, input, answer: (context) => readProfileProducts(context, username, {}) },
  ]
}

/** The calls that each kind of page makes, as its route does. */
const callsOf: Record<string, (app: TestApp, name: string) => Call[]> = {
  products: (_, username) => storefront(username),
  popular: (_, username) => [
    ...storefront(username),
    {
      call: 'GET /api/v1/profiles/:username/popular',
      input: { params: { username } },
      answer: (context) => readPopular(context, username, undefined),
    },
  ],
  lists: (_, username) => [
    ...storefront(username),
    {
      call: 'GET /api/v1/profiles/:username/lists',
      input: { params: { username } },
      answer: (context) => listPublicLists(context, username),
    },
  ],
  list: (_, path) => {
    const [username = '', slug = ''] = path.split('/')
    return [
      {
        call: 'GET /api/v1/lists/:username/:slug',
        input: { params: { username, slug } },
        answer: (context) => readPublicList(context, { username, slug }, undefined),
      },
    ]
  },
  product: (app, ref) => [
    {
      call: 'GET /api/v1/products/:ref',
      input: { params: { ref } },
      answer: (context) => getProduct(context, app.app.services.amazon, ref),
    },
    {
      call: 'GET /api/v1/products/:ref/doorway',
      input: { params: { ref } },
      answer: (context) => readDoorway(context, ref),
    },
  ],
  feed: () => [{ call: 'GET /api/v1/feed', input: {}, answer: (context) => readFeed(context, {}) }],
  category: (_, category) => [
    {
      call: 'GET /api/v1/feed',
      input: { params: { category } },
      answer: (context) => readFeed(context, { category }),
    },
  ],
}

/** Answers calls of one moment as a visitor gets them: null where nothing is found. Asks for the same thing once. */
export function reader(app: TestApp) {
  const context: Context = { db: app.database.db, clock: app.clock.now, actor: null }
  const asked = new Map<string, Promise<Answer>>()
  const ask = async ({ answer }: Call): Promise<Answer> => {
    const given = await answer(context).catch((error: unknown) => {
      if (hasCode(error, 'not_found')) return null
      throw error
    })
    return JSON.parse(JSON.stringify(given))
  }
  return {
    app,
    read(call: Call): Promise<Answer> {
      const key = JSON.stringify(call)
      const answer = asked.get(key) ?? ask(call)
      asked.set(key, answer)
      return answer
    },
  }
}

/** A page as it is made now. */
export async function made({ app, read }: ReturnType<typeof reader>, kind: string, name: string) {
  const dependencies = noDependencies()
  const calls = callsOf[kind]?.(app, name) ?? []
  const answers = await Promise.all(calls.map(read))
  for (const [n, { call, input }] of calls.entries())
    if (answers[n] !== null) addDependencies(dependencies, call, answers[n], input)
  const text = JSON.stringify(answers)
  const status = answers[0] === null ? 404 : 200
  return {
    text,
    answers,
    rendered: {
      page: await makePage({ status, type: 'application/json', text, compressed: false }),
      dependencies,
    },
  }
}

type Made = Awaited<ReturnType<typeof made>>

/** The same page, as the cache has it. */
export const cached = async (cache: PageCache, key: string, fresh: Made): Promise<string> =>
  (await cache.get(key, async () => fresh.rendered)).body.toString()

/** What the model says of a page, read from its answers. */
export const contents: Record<string, (answers: Answer[]) => unknown> = {
  products: ([profile, front, products]) =>
    profile && {
      ...{ name: profile.first_name, username: profile.username },
      ...{ followers: profile.followers_count, following: profile.following_count },
      productsCount: profile.products_count,
      picks: cards(front.picks),
      categories: front.categories.map(({ slug, count }: { slug: string; count: number }) => [slug, count]),
      listsCount: front.lists_count,
      products: cards(products.items),
    },
  popular: ([, , , popular]) => popular && cards(popular.items),
  lists: ([, , , lists]) => lists && listCards(lists.items),
  list: ([list]) =>
    list && {
      ...{
        title: list.title,
        slug: list.slug,
        owner: list.profiles.first_name,
        username: list.profiles.username,
      },
      items: cards(list.items.items.map(({ product }: { product: Card }) => product)),
    },
  product: ([product, doorway]) =>
    doorway && {
      product:
        product && `${product.id} ${product.title} ${product.profiles.first_name} ${product.user_comment}`,
      curator: `${doorway.curator.first_name} ${doorway.curator.followers_count} ${doorway.curator.products_count}`,
      inLists: titled(doorway.in_lists),
      more: titled(doorway.more),
      also: doorway.also.map(
        (one: Also) => `${one.first_name} ${one.followers_count} ${one.product_id} ${one.words}`,
      ),
      category: doorway.category?.slug ?? null,
      ofCategory: titled(doorway.category?.items ?? []),
    },
  feed: ([feed]) => cards(feed.items),
  category: ([feed]) => cards(feed.items),
}
