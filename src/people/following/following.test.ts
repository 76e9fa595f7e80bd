import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const nobody = '01900000-0000-7000-8000-000000000000'
const rpc = (name: string, target: string, token?: string) =>
  app.request('POST', `/rest/v1/rpc/${name}`, { body: { target_user_id: target }, token })
const peopleFollow = (userId: string, action: string, token?: string) =>
  app.request('POST', '/functions/v1/people-follow', { body: { userId, action }, token })
const profile = async (username: string, token?: string) =>
  (await app.request('GET', `/api/v1/profiles/${username}`, { token })).body
const following = (token: string, query = '') => app.request('GET', `/api/v1/me/following${query}`, { token })
const stats = async (token: string) =>
  (await app.request('GET', '/functions/v1/people-stats', { token })).body

describe('following by remote procedure (docs/product/calls.md#remote-procedures)', () => {
  it('counts once however often it is called, and can be ended', async () => {
    const [one, two] = [await signUp(app), await signUp(app)]
    const answers = await Promise.all(Array.from({ length: 5 }, () => rpc('follow_user', two.id, one.token)))
    for (const { status, body } of answers) expect([status, body]).toEqual([200, null])
    expect((await profile(two.username)).followers_count).toBe(1)
    expect(await stats(one.token)).toEqual({ following_count: 1, followers_count: 0 })
    await rpc('unfollow_user', two.id, one.token)
    expect((await rpc('unfollow_user', two.id, one.token)).body).toBeNull()
    expect((await profile(two.username)).followers_count).toBe(0)
  })

  it('is refused for oneself, for nobody, and for an anonymous caller', async () => {
    const { id, token } = await signUp(app)
    for (const name of ['follow_user', 'unfollow_user']) {
      const self = await rpc(name, id.toUpperCase(), token)
      expect([self.status, self.body]).toEqual([
        400,
        { code: '23514', message: 'You cannot follow yourself.', details: null, hint: null },
      ])
      const unknown = await rpc(name, nobody, token)
      expect([unknown.status, unknown.body]).toEqual([
        404,
        { code: 'PGRST116', message: 'Profile not found', details: null, hint: null },
      ])
      expect((await rpc(name, 'nobody', token)).status).toBe(400)
      expect((await rpc(name, id)).status).toBe(401)
    }
  })
})

describe('people-follow (docs/product/calls.md#functions)', () => {
  it('returns both new counts; a second call changes nothing', async () => {
    const [one, two, three] = [await signUp(app), await signUp(app), await signUp(app)]
    await peopleFollow(two.id, 'follow', three.token)
    for (let time = 0; time < 2; time++) {
      const { status, body } = await peopleFollow(two.id.toUpperCase(), 'follow', one.token)
      expect([status, body]).toEqual([
        200,
        { success: true, action: 'follow', userId: two.id, following_count: 1, followers_count: 2 },
      ])
    }
    for (let time = 0; time < 2; time++)
      expect((await peopleFollow(two.id, 'unfollow', one.token)).body).toEqual({
        success: true,
        action: 'unfollow',
        userId: two.id,
        following_count: 0,
        followers_count: 1,
      })
  })

  it('is refused for oneself, for nobody, for another action and without a token', async () => {
    const { id, token } = await signUp(app)
    const self = await peopleFollow(id, 'follow', token)
    expect([self.status, self.body.message]).toEqual([400, 'You cannot follow yourself.'])
    expect(self.body.details.problems[0].path).toBe('userId')
    expect((await peopleFollow(nobody, 'follow', token)).body).toEqual({
      code: 'not_found',
      message: 'Profile not found',
      error: 'Profile not found',
    })
    expect((await peopleFollow(nobody, 'block', token)).status).toBe(400)
    expect((await peopleFollow(id, 'follow')).status).toBe(401)
  })

  it('answers "not found" for a deleted account', async () => {
    const [one, two] = [await signUp(app), await signUp(app)]
    const { username, password, token } = two
    await app.request('DELETE', '/api/v1/me', { token, body: { username, password } })
    expect((await peopleFollow(two.id, 'follow', one.token)).status).toBe(404)
  })
})

describe('a public profile (docs/product/storefront.md#what-it-shows)', () => {
  it('shows only signed-in callers whether they follow it', async () => {
    const [fan, star] = [await signUp(app), await signUp(app)]
    expect((await profile(star.username)).is_following).toBeNull()
    expect((await profile(star.username, 'not.a.token')).is_following).toBeNull()
    expect((await profile(star.username, fan.token)).is_following).toBe(false)
    await peopleFollow(star.id, 'follow', fan.token)
    expect((await profile(star.username, fan.token)).is_following).toBe(true)
    expect((await profile(star.username, star.token)).is_following).toBe(false)
    expect((await profile(fan.username, star.token)).is_following).toBe(false)
  })

  it('is returned by remote procedure as an array, without an e-mail address', async () => {
    const star = await signUp(app, { first: 'Zoë', last: 'Star' })
    const ask = (p_username: string) =>
      app.request('POST', '/rest/v1/rpc/get_public_profile_by_username', { body: { p_username } })
    const { status, body } = await ask(star.username.toUpperCase())
    expect([status, body]).toEqual([
      200,
      [
        {
          id: star.id,
          first_name: 'Zoë',
          last_name: 'Star',
          username: star.username,
          avatar_url: null,
          bio: null,
          cover_url: null,
          links: [],
          followers_count: 0,
          following_count: 0,
          products_count: 0,
        },
      ],
    ])
    for (const unknown of ['nobody-here', star.email, star.id, '', '\0'])
      expect((await ask(unknown)).body).toEqual([])
  })
})

describe('whom one follows (docs/product/people.md#people-panel)', () => {
  async function follower(people: number) {
    const fan = await signUp(app)
    const stars: Person[] = []
    for (let n = 0; n < people; n++) {
      const star = await signUp(app, { first: `Star ${n}` })
      app.clock.advance(1_000)
      await peopleFollow(star.id, 'follow', fan.token)
      stars.unshift(star)
    }
    return { fan, stars }
  }

  it('is empty at first', async () => {
    const { token } = await signUp(app)
    expect((await following(token)).body).toEqual({ items: [], next_cursor: null, following_count: 0 })
  })

  it('is listed by pages of 20, the last followed first, also while it changes', async () => {
    const { fan, stars } = await follower(23)
    const first = (await following(fan.token)).body
    expect(first.following_count).toBe(23)
    expect(first.items.map(({ id }: Person) => id)).toEqual(stars.slice(0, 20).map(({ id }) => id))
    const [newest] = stars as [Person]
    expect(first.items[0]).toEqual({
      id: newest.id,
      first_name: 'Star 22',
      last_name: 'Okafor',
      username: newest.username,
      avatar_url: null,
      bio: null,
      followers_count: 1,
      is_following: true,
    })
    await peopleFollow(newest.id, 'unfollow', fan.token)
    const second = (await following(fan.token, `?cursor=${first.next_cursor}`)).body
    expect(second.items.map(({ id }: Person) => id)).toEqual(stars.slice(20).map(({ id }) => id))
    expect([second.next_cursor, second.following_count]).toEqual([null, 22])
  })

  it('is refused for a bad cursor, and without a token', async () => {
    const { token } = await signUp(app)
    const { status, body } = await following(token, '?cursor=next')
    expect([status, body.details.problems[0].path]).toEqual([400, 'cursor'])
    expect((await app.request('GET', '/api/v1/me/following')).status).toBe(401)
  })
})

describe('people-stats (docs/product/calls.md#functions)', () => {
  it('counts both ways, for oneself alone', async () => {
    const [one, two] = [await signUp(app), await signUp(app)]
    await peopleFollow(two.id, 'follow', one.token)
    expect(await stats(one.token)).toEqual({ following_count: 1, followers_count: 0 })
    expect(await stats(two.token)).toEqual({ following_count: 0, followers_count: 1 })
    expect((await app.request('GET', '/functions/v1/people-stats')).status).toBe(401)
  })
})
