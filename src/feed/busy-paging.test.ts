import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, proveAddress, signUp } from '../../tests/harness/people.ts'
import { idsOf, type Stage, stageOf } from './testing/stage.ts'

let app: TestApp
let stage: Stage
let reader: Person
let writers: Person[]

beforeAll(async () => {
  app = await startTestApp()
  stage = stageOf({ app, at: app.clock.now() })
  reader = await signUp(app)
  writers = [await signUp(app), await signUp(app), await signUp(app)]
  await Promise.all(writers.map((writer) => proveAddress(app, writer)))
  await stage.follow(
    reader,
    writers.map(({ id, username }) => ({ userId: id, payeeId: '', username })),
  )
  for (let n = 0; n < 50; n++) await Promise.all(writers.map(post))
})
afterAll(() => app.close())

let posts = 0
async function post(writer: Person) {
  posts += 1
  // Every third one advances the clock; the others share a millisecond.
  if (posts % 3 === 0) app.clock.advance(1)
  const body = { amazon_url: 'https://amazon.com/dp/B0FEED0001', title: 'A mug', category_id: null }
  const { status } = await app.request('POST', '/api/v1/products', { token: writer.token, body })
  expect(status).toBe(201)
}

/** Makes every writer publish without a pause until it is stopped. */
function postWithoutPause() {
  let posted = 0
  let isStopped = false
  let hasPosted = () => {}
  const working = writers.map(async (writer) => {
    while (!isStopped) {
      await post(writer)
      posted += 1
      hasPosted()
    }
  })
  return {
    /** Resolves when as many more have been published. */
    more: (count: number) => {
      const goal = posted + count
      return new Promise<void>((resolve) => {
        hasPosted = () => posted >= goal && resolve()
      })
    },
    stop: () => {
      isStopped = true
      return Promise.all(working)
    },
  }
}

describe('paging while others publish without a pause (docs/product/feed.md#the-list)', () => {
  it.each(['public', 'following'])(
    'never repeats an item of the %s feed, nor skips one that was there',
    async (scope) => {
      const before = idsOf(await stage.readAll(`feed?scope=${scope}`, reader.token))
      expect(before.length).toBeGreaterThanOrEqual(150)
      const posting = postWithoutPause()
      const ids = idsOf(
        await stage.readAll(`feed?scope=${scope}`, reader.token, () => posting.more(5)).finally(posting.stop),
      )
      expect(new Set(ids).size).toBe(ids.length)
      const read = new Set(ids)
      expect(before.filter((id) => !read.has(id))).toEqual([])
      const after = idsOf(await stage.readAll(`feed?scope=${scope}`, reader.token))
      expect(after.length).toBeGreaterThan(before.length + 10)
    },
  )
})
