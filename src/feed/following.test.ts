import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import type { Person } from '../../tests/harness/factories.ts'
import { type Person as Principal, signUp } from '../../tests/harness/people.ts'
import { type Item, idsOf, newestFirst, type Stage, stageOf } from './testing/stage.ts'

let app: TestApp
let stage: Stage
/** Thirty people with five products each. Several share a millisecond, and one in five is in Home. */
let creators: Person[]
let items: Item[]

beforeAll(async () => {
  app = await startTestApp()
  stage = stageOf({ app, at: app.clock.now() })
  creators = await Promise.all(Array.from({ length: 30 }, stage.creator))
  items = []
  for (const [index, creator] of creators.entries()) {
    const posts = Array.from({ length: 5 }, (_, number) =>
      stage.post(creator, -((index + number) % 7), number === 3 ? { category: 'home', title: 'Home' } : {}),
    )
    items.push(...(await Promise.all(posts)))
  }
  items = newestFirst(items)
})
afterAll(() => app.close())

const of = (people: Person[]) => {
  const ids = new Set(people.map(({ userId }) => userId))
  return items.filter((item) => ids.has(item.user_id))
}
const following = (principal: Principal) => stage.readAll('feed?scope=following', principal.token)

describe('the following feed (docs/product/feed.md#scope)', () => {
  it('has all products of followed people and no others, newest first, 40 a page', async () => {
    const [reader, other] = [await signUp(app), await signUp(app)]
    await stage.follow(reader, creators.slice(0, 20))
    await stage.follow(other, creators.slice(19, 22))
    expect(idsOf(await following(reader))).toEqual(idsOf(of(creators.slice(0, 20))))
    expect(idsOf(await following(other))).toEqual(idsOf(of(creators.slice(19, 22))))
  })

  it('is the same for somebody who follows more than a thousand people', async () => {
    const reader = await signUp(app)
    await stage.followSilentPeople(reader, 1_005)
    await stage.follow(reader, creators.slice(5, 28))
    expect(idsOf(await following(reader))).toEqual(idsOf(of(creators.slice(5, 28))))
    const inHome = await stage.readAll('feed?scope=following&category=home', reader.token)
    expect(idsOf(inHome)).toEqual(idsOf(of(creators.slice(5, 28)).filter(({ title }) => title === 'Home')))
  })

  it('of a category has only its products; of an unknown one, or of nobody, none', async () => {
    const reader = await signUp(app)
    expect(await following(reader)).toEqual([])
    await stage.follow(reader, creators.slice(0, 9))
    const inHome = await stage.readAll('feed?scope=following&category=home', reader.token)
    expect(idsOf(inHome)).toEqual(idsOf(of(creators.slice(0, 9)).filter(({ title }) => title === 'Home')))
    expect(await stage.readAll('feed?scope=following&category=nope', reader.token)).toEqual([])
  })

  it('reflects follows, and changes of products', async () => {
    const reader = await signUp(app)
    const { creator, post, get } = stage
    const [ana, kofi] = [await creator(), await creator()]
    const [mug, lamp] = [await post(ana, -20), await post(kofi, -21)]
    const rpc = (name: string, { userId }: Person) =>
      app.request('POST', `/rest/v1/rpc/${name}`, { token: reader.token, body: { target_user_id: userId } })
    for (const person of [ana, kofi]) await rpc('follow_user', person)
    expect(idsOf(await following(reader))).toEqual([mug.id, lamp.id])
    await rpc('unfollow_user', ana)
    expect(idsOf(await following(reader))).toEqual([lamp.id])
    await rpc('follow_user', ana)
    const deletion = { deleted_at: app.clock.now(), is_categorized: false }
    await app.database.db.updateTable('products').set(deletion).where('id', '=', lamp.id).execute()
    expect(idsOf((await get('feed?scope=following', reader.token)).items)).toEqual([mug.id])
  })

  it('repeats nothing when one follows and unfollows between two pages', async () => {
    const reader = await signUp(app)
    await stage.follow(reader, creators.slice(0, 22))
    const [leaving, coming] = [creators[3] as Person, creators[29] as Person]
    let turn = 0
    const read = await stage.readAll('feed?scope=following', reader.token, async () => {
      const path = `/rest/v1/rpc/${turn % 2 ? 'follow_user' : 'unfollow_user'}`
      const { userId } = turn < 2 ? leaving : coming
      turn += 1
      await app.request('POST', path, { token: reader.token, body: { target_user_id: userId } })
    })
    const ids = idsOf(read)
    expect(turn).toBeGreaterThanOrEqual(3)
    expect(new Set(ids).size).toBe(ids.length)
    const stayed = creators.slice(0, 22).filter((creator) => creator !== leaving)
    const others = new Set([leaving.userId, coming.userId])
    expect(idsOf(read.filter((item) => !others.has(item.user_id)))).toEqual(idsOf(of(stayed)))
  })

  it.each(['feed?scope=following', 'feed/new?scope=following', 'products/search?scope=following&q=mug'])(
    'needs a caller, and takes no one else’s word for who that is: %s',
    async (path) => {
      const [reader, anyone] = [await signUp(app), await signUp(app)]
      await stage.follow(reader, creators.slice(0, 2))
      const { status, body, headers } = await app.request('GET', `/api/v1/${path}`)
      expect([status, body.code, headers.get('cache-control')]).toEqual([
        401,
        'not_authenticated',
        'no-store',
      ])
      const asked = await stage.get(`${path}&user_id=${reader.id}&followedBy=${reader.id}`, anyone.token)
      expect(asked.items ?? asked.count).toEqual(asked.items ? [] : 0)
    },
  )
})
