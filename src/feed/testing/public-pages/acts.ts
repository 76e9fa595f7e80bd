import fc from 'fast-check'
import type { TestApp } from '../../../../tests/harness/app.ts'
import { type Person, proveAddress, signInAgain, signUp } from '../../../../tests/harness/people.ts'
import { addressOf, clickOn } from '../../../clicks/testing/clicks.ts'
import { categoryIds, collectionOf } from '../../../folio/testing/collection.ts'
import { listsOf } from '../../../lists/testing/own-lists.ts'
import { hide, restorePerson, show, suspendPerson } from '../../../moderation/service.ts'
import { rankProducts } from '../../ranks/service.ts'
import {
  categories,
  isListed,
  type Model,
  type ModelList,
  type ModelPerson,
  type ModelProduct,
  rank,
  shownIn,
  unrank,
} from './model.ts'

const people = 4

/** One change; numbers choose person, product, list and item. */
export const act = fc.record({
  kind: fc.constantFrom(
    ...(['post', 'post', 'post', 'words', 'title', 'move', 'delete', 'rename'] as const),
    ...(['hide', 'show', 'suspend', 'restore', 'restore', 'follow', 'unfollow', 'pick', 'pick'] as const),
    ...(['view', 'view', 'rank', 'list', 'put', 'put', 'put', 'take out', 'reorder', 'line'] as const),
    ...(['publish', 'publish', 'unpublish', 'retitle', 'refuse', 'hide list', 'show list'] as const),
    ...(['save', 'delete list'] as const),
  ),
  who: fc.nat(people - 1),
  other: fc.nat(people - 1),
  which: fc.nat(999),
  list: fc.nat(99),
  asin: fc.constantFrom('B0KETTLE01', 'B0KETTLE02', 'B0KETTLE03'),
})
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

export type World = {
  app: TestApp
  model: Model
  accounts: Map<ModelPerson, Person>
  saved: Map<ModelPerson, Set<ModelProduct>>
  categoryIds: Record<string, string>
  step: number
}

/** New people in an installation without any products of others, where no limit counts what was before. */
export async function begin(app: TestApp): Promise<World> {
  app.clock.advance(3_600_000)
  await app.database.owner.pool.query(`
    truncate lists, list_slugs, list_items, list_links, followers, product_picks, product_ranks, category_ranks,
      rate_limits cascade;
    delete from product_categories;
    update products set deleted_at = created_at, is_categorized = false where deleted_at is null`)
  const model: Model = { people: [], products: [], lists: [], ranked: new Map(), best: new Map() }
  const accounts = new Map<ModelPerson, Person>()
  for (let n = 0; n < people; n++) {
    const account = await signUp(app, { first: `Person${n}` })
    await proveAddress(app, account)
    const { id, username } = account
    const person = {
      id,
      username,
      name: `Person${n}`,
      isSuspended: false,
      follows: new Set<ModelPerson>(),
      picks: [],
    }
    model.people.push(person)
    accounts.set(person, account)
  }
  return { app, model, accounts, saved: new Map(), categoryIds: await categoryIds(app), step: 0 }
}

function pickOne<T>(all: T[], n: number): T | undefined {
  return all[n % Math.max(1, all.length)]
}

/** Does one thing in the app and in the model; nothing where there is nothing to do it with. */
export async function perform(world: World, { kind, who, other, which, list: l, asin }: Act): Promise<void> {
  const { app, model, accounts } = world
  world.step++
  app.clock.advance(1_000)
  const person = model.people[who] as ModelPerson
  const account = accounts.get(person) as Person
  const folio = collectionOf(app, account)
  const lists = listsOf(app, account)
  const mine = model.products.filter((one) => one.owner === person && !one.isDeleted)
  const product = pickOne(mine, which)
  const list = pickOne(
    model.lists.filter(({ owner }) => owner === person),
    l,
  )
  const item = list && pickOne(list.items, which)
  const operator = { db: app.database.db, clock: app.clock.now, actor: null }
  const answered = async (answering: Promise<{ status: number; body: unknown }>, status: number) => {
    const answer = await answering
    if (answer.status !== status)
      throw new Error(`${kind} answered ${answer.status}, not ${status}: ${JSON.stringify(answer.body)}`)
    return answer.body as never
  }
  const noneSees = () => unrank(model)
  const touch = (changed: ModelList) => {
    changed.changed = world.step
  }
  // What a suspended person does is refused.
  if (
    person.isSuspended &&
    !['hide', 'show', 'restore', 'view', 'rank', 'hide list', 'show list'].includes(kind)
  )
    return

  switch (kind) {
    case 'post': {
      // More than twelve in an hour are spread (decision 44), which other tests show.
      if (model.products.filter(({ owner }) => owner === person).length >= 12) return
      const category = pickOne([null, ...categories, ...categories], which) ?? null
      const words = which % 3 === 0 ? null : `Words ${world.step}`
      // Without a title it is in no list of others until it gets one.
      const title = which % 7 === 0 ? '' : `Kettle ${world.step}`
      const { id } = await folio.post({
        ...{ amazon_url: `https://amazon.com/dp/${asin}`, title, user_comment: words },
        category_id: category && world.categoryIds[category],
      })
      model.products.push({
        ...{ id, owner: person, asin, title, words, category },
        ...{ isHidden: false, isDeleted: false, views: 0 },
      })
      return
    }
    case 'words':
    case 'title':
    case 'move': {
      if (!product) return
      const changes = {
        words: { words: which % 2 ? `Other ${world.step}` : null },
        title: { title: `Title ${world.step}` },
        move: { category: pickOne([null, ...categories], which) ?? null },
      }[kind]
      const { words, title, category }: { words?: string | null; title?: string; category?: string | null } =
        changes
      await answered(
        folio.patch(product.id, {
          ...(words !== undefined && { user_comment: words }),
          ...(title !== undefined && { title }),
          ...(category !== undefined && { category_id: category && world.categoryIds[category] }),
        }),
        200,
      )
      Object.assign(product, changes)
      return noneSees()
    }
    case 'delete':
      if (!product || which % 3 > 0) return
      await answered(folio.remove(product.id), 204)
      product.isDeleted = true
      return noneSees()
    case 'rename': {
      const changes =
        which % 2
          ? { first_name: `Name${world.step}` }
          : { username: `name-${world.step}-${person.id.slice(-8)}` }
      const me = await app.request('PATCH', '/api/v1/me', { token: account.token, body: changes })
      // Usernames and names have limits of their own.
      if (me.status === 429) return
      await answered(Promise.resolve(me), 200)
      person.name = me.body.first_name
      person.username = me.body.username
      return
    }
    case 'hide':
    case 'show':
      if (!product) return
      await (kind === 'hide' ? hide : show)(operator, { product_id: product.id }, 'A reason')
      product.isHidden = kind === 'hide'
      return noneSees()
    case 'suspend':
    case 'restore': {
      await (kind === 'suspend' ? suspendPerson : restorePerson)(operator, person.id, 'A reason')
      if (person.isSuspended && kind === 'restore') {
        person.isSuspended = false
        accounts.set(person, { ...account, token: (await signInAgain(app, account)).access_token })
      }
      person.isSuspended = kind === 'suspend'
      return noneSees()
    }
    case 'follow':
    case 'unfollow': {
      const target = model.people[other] as ModelPerson
      if (target === person || target.isSuspended) return
      const target_user_id = target.id
      await answered(
        app.request('POST', `/rest/v1/rpc/${kind}_user`, { token: account.token, body: { target_user_id } }),
        200,
      )
      if (kind === 'follow') person.follows.add(target)
      else person.follows.delete(target)
      return
    }
    case 'pick': {
      const picks = mine.filter((_, n) => (which >> n) % 2 === 1).slice(0, 6)
      if (which % 2) picks.reverse()
      const product_ids = picks.map(({ id }) => id)
      await answered(
        app.request('PUT', '/api/v1/me/picks', { token: account.token, body: { product_ids } }),
        200,
      )
      person.picks = picks
      return
    }
    case 'view': {
      if (!product) return
      const address = addressOf(256 * (1 + product.views + 40 * model.products.indexOf(product)))
      const recorded = await app.app.services.clicks.record(clickOn(product.id, { address }))
      if (recorded?.outcome === 'counted') product.views++
      return
    }
    case 'rank':
      await rankProducts(operator)
      return rank(model)
    case 'list': {
      const chosen = model.products.filter((one) => isListed(one) && one.id.charCodeAt(35) % 2 === which % 2)
      const title = `List ${world.step}`
      const product_ids = chosen.map(({ id }) => id)
      const made = await lists.make({ title, product_ids })
      const { items } = await lists.read(made.id)
      model.lists.push({
        ...{ id: made.id, owner: person, title, slugs: [made.slug], changed: world.step },
        items: chosen.map((one, n) => ({ id: items.items[n].id, product: one })),
        ...{ isPublic: false, wasPublic: false, isHidden: false, refused: new Set<ModelProduct>() },
      })
      return
    }
    case 'put': {
      const added = pickOne(model.products, which)
      if (!list || !added) return
      const isAddable = !added.isDeleted && (isListed(added) || added.owner === person)
      const isIn = list.items.some((one) => one.product === added)
      const status = !isAddable ? 404 : !isIn && list.refused.has(added) ? 403 : 200
      await answered(lists.add(list.id, [added.id]), status)
      if (status !== 200 || isIn) return
      const { items } = await lists.read(list.id)
      list.items.push({ id: items.items.at(-1).id, product: added })
      return touch(list)
    }
    case 'take out':
      if (!list || !item) return
      await answered(lists.takeOut(list.id, item.id), 204)
      list.items = list.items.filter((one) => one !== item)
      if (shownIn(list).length < 3) list.isPublic = false
      return touch(list)
    case 'reorder':
      if (!list || !item) return
      await answered(lists.move(list.id, item.id, null), 204)
      list.items = [...list.items.filter((one) => one !== item), item]
      return touch(list)
    case 'line':
      if (!list || !item) return
      await answered(lists.change(list.id, item.id, { line: `Line ${world.step}` }), 200)
      return touch(list)
    case 'publish': {
      if (!list) return
      // Each day is another one.
      await app.database.owner.pool.query('delete from list_days where user_id = $1', [person.id])
      const may = list.isPublic || shownIn(list).length >= 3
      await answered(lists.publish(list.id), may ? 200 : 400)
      if (!may || list.isPublic) return
      list.isPublic = list.wasPublic = true
      return touch(list)
    }
    case 'unpublish':
      if (!list?.isPublic) return
      await answered(lists.edit(list.id, { is_public: false }), 200)
      list.isPublic = false
      return touch(list)
    case 'retitle': {
      if (!list) return
      const title = `Other list ${world.step}`
      const { slug } = await answered(lists.edit(list.id, { title }), 200)
      list.title = title
      // A private list's former addresses are forgotten.
      list.slugs = list.wasPublic ? [...list.slugs, slug] : [slug]
      return touch(list)
    }
    case 'refuse': {
      const target = pickOne(
        model.lists.filter((one) => one.owner !== person && one.wasPublic),
        l,
      )
      const own =
        target &&
        pickOne(
          target.items.map((one) => one.product).filter((one) => mine.includes(one)),
          which,
        )
      if (!own) return
      await answered(lists.refuse(own.id, target.id), 204)
      target.refused.add(own)
      return
    }
    case 'hide list':
    case 'show list':
      if (!list) return
      await (kind === 'hide list' ? hide : show)(operator, { list_id: list.id }, 'A reason')
      list.isHidden = kind === 'hide list'
      return
    case 'save': {
      const shared = model.products.filter(isListed)
      const kept = pickOne(shared, which)
      if (!kept) return
      await answered(lists.save([kept.id]), 200)
      world.saved.set(person, (world.saved.get(person) ?? new Set()).add(kept))
      return
    }
    case 'delete list':
      if (!list || which % 3 > 0) return
      await answered(lists.remove(list.id), 204)
      model.lists = model.lists.filter((one) => one !== list)
  }
}

/** What a person has saved, as their list Saved has it: others' only while they are shared. */
export async function savedOf({ app, accounts }: World, person: ModelPerson): Promise<string[]> {
  const lists = listsOf(app, accounts.get(person) as Person)
  const saved = (await lists.all()).find(({ is_saved }: { is_saved: boolean }) => is_saved)
  if (!saved) return []
  const { items } = await lists.read(saved.id)
  return items.items.flatMap(({ product }: { product: { id: string } | null }) => product?.id ?? [])
}
