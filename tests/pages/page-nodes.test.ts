import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, proveAddress, signUp } from '../harness/people.ts'

/** The time within which everyone sees a change. */
const promisedMs = 1_000

const env = { SITE_URL: 'https://folio.example' }
let nodes: TestApp[]
let first: TestApp
let maya: Person
let reader: Person

beforeAll(async () => {
  first = await startTestApp({ pages: true, env })
  const { clock, database } = first
  nodes = [first, await startTestApp({ pages: true, env, clock, database })]
  maya = await signUp(first)
  // More than three of a day are in the feed of whoever has proven their address alone.
  await proveAddress(first, maya)
  reader = await signUp(first, { first: 'Theo' })
})
afterAll(async () => {
  for (const node of nodes.reverse()) await node.close()
})

async function call(method: string, path: string, body?: unknown, token = maya.token) {
  const answer = await first.request(method, path, { token, body })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

const post = (title: string) =>
  call('POST', '/api/v1/products', {
    amazon_url: 'https://www.amazon.com/dp/B0NODES001',
    title,
    category_id: null,
  }) as Promise<{ id: string; short_link_id: string }>

const get = (node: TestApp, path: string) => node.request('GET', path)
const everywhere = (path: string) => Promise.all(nodes.map((node) => get(node, path)))

type Answer = Awaited<ReturnType<typeof get>>

/** Resolves once both nodes answer all of `paths` as wanted; throws after the promised time. */
async function expectSoon(paths: string[], isWanted: (answer: Answer) => boolean) {
  const deadline = performance.now() + promisedMs
  await Promise.all(
    nodes.flatMap((node) =>
      paths.map(async (path) => {
        while (!isWanted(await get(node, path))) {
          if (performance.now() > deadline) throw new Error(`${path} does not show the change in time`)
          await delay(20)
        }
      }),
    ),
  )
}

/** Makes a change while both nodes have cached all of `paths`, and expects both to show it in time. */
async function expectSeen(
  paths: string[],
  change: () => Promise<unknown>,
  isSeen: (answer: Answer) => boolean,
) {
  await expectSoon(paths, (answer) => !isSeen(answer))
  await change()
  await expectSoon(paths, isSeen)
}

describe('two nodes on one database show every change within a second', () => {
  it('a new product: in the feed, on the profile and in its Atom feed', () =>
    expectSeen(
      ['/feed', `/${maya.username}`, `/${maya.username}/feed.atom`],
      () => post('A lamp of two nodes'),
      ({ body }) => body.includes('A lamp of two nodes'),
    ))

  it('a newer product of the same item: at the address of its ASIN', async () => {
    await post('The older one')
    await expectSeen(
      ['/product/B0NODES001'],
      () => post('The newer one'),
      ({ body }) => body.includes('The newer one'),
    )
  })

  it('an edit: also on the product’s own page', async () => {
    const { id, short_link_id } = await post('Before the edit')
    const { owner } = await call('GET', `/api/v1/products/${short_link_id}`)
    await expectSeen(
      ['/feed', `/${maya.username}`, `/${maya.username}/feed.atom`, `/l/${short_link_id}`],
      () => call('PATCH', `/api/v1/products/${id}`, { title: 'After the edit', version: owner.version }),
      ({ body }) => body.includes('After the edit'),
    )
  })

  it('a deletion: it is in no list, and its page is gone', async () => {
    const { id, short_link_id } = await post('Soon deleted')
    await expectSeen(
      ['/feed', `/${maya.username}`, `/${maya.username}/feed.atom`, `/l/${short_link_id}`],
      () => call('DELETE', `/api/v1/products/${id}`),
      ({ body }) => !body.includes('Soon deleted'),
    )
    for (const { status } of await everywhere(`/l/${short_link_id}`)) expect(status).toBe(404)
  })

  it('a new name: wherever the person is named, and the old address redirects', async () => {
    const { short_link_id } = await post('Renamed owner')
    const former = maya.username
    const username = `${former.slice(0, 12)}-2`
    await expectSeen(
      ['/feed', `/l/${short_link_id}`],
      () => call('PATCH', '/api/v1/me', { username }),
      ({ body }) => body.includes(username),
    )
    maya = { ...maya, username }
    for (const path of ['', '/feed.atom'])
      await expect
        .poll(async () =>
          (await everywhere(`/${former}${path}`)).map(({ status, headers }) => [
            status,
            headers.get('location'),
          ]),
        )
        .toEqual(nodes.map(() => [301, `/${username}${path}`]))
  })

  it('a follow, and its end: in the count on the profile', async () => {
    const follow = (action: string) =>
      call('POST', '/functions/v1/people-follow', { userId: maya.id, action }, reader.token)
    const hasOne = ({ body }: Answer) => /followers_count:1\b/.test(body)
    await expectSeen([`/${maya.username}`], () => follow('follow'), hasOne)
    await expectSeen(
      [`/${maya.username}`],
      () => follow('unfollow'),
      (answer) => !hasOne(answer),
    )
  })
})

describe('two nodes on one database answer the same bytes for the same state', () => {
  it('so that a CDN, or a reader with an ETag, may ask either', async () => {
    const { short_link_id } = await post('Same everywhere')
    for (const path of ['/feed', `/l/${short_link_id}`, `/${maya.username}`, `/${maya.username}/feed.atom`]) {
      await expect
        .poll(async () => {
          const [here, there] = await everywhere(path)
          // Both may still have what was there before the post.
          return (
            here?.headers.get('etag') === there?.headers.get('etag') && here?.body.includes('Same everywhere')
          )
        })
        .toBe(true)
      const [here, there] = await everywhere(path)
      expect(here?.body).toBe(there?.body)
      const known = { 'if-none-match': here?.headers.get('etag') ?? '' }
      expect((await nodes[1]?.request('GET', path, { headers: known }))?.status).toBe(304)
    }
  })

  it('also when one of them renders later', async () => {
    const [before] = await everywhere('/feed')
    first.clock.advance(2_000)
    const late = await startTestApp({ pages: true, env, clock: first.clock, database: first.database })
    nodes.push(late)
    const { headers, body } = await get(late, '/feed')
    expect([headers.get('etag'), body]).toEqual([before?.headers.get('etag'), before?.body])
  })
})
