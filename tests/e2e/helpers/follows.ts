import type { Page, Route } from 'playwright-core'
import type { TestApp } from '../../harness/app.ts'
import type { Person } from '../../harness/people.ts'

/** The call that follows and unfollows. */
export const followCall = '**/functions/v1/people-follow'

/** One person follows another, outside the test's browser. */
export async function follow(
  app: TestApp,
  by: Person,
  whom: Person,
  action: 'follow' | 'unfollow' = 'follow',
): Promise<void> {
  const { status, body } = await app.request('POST', '/functions/v1/people-follow', {
    token: by.token,
    body: { userId: whom.id, action },
  })
  if (status !== 200) throw new Error(`following answered ${status}: ${JSON.stringify(body)}`)
}

/** The server's answer about one person for another. */
export async function profileFor(app: TestApp, viewer: Person, whom: Person) {
  const { body } = await app.request('GET', `/api/v1/profiles/${whom.username}`, { token: viewer.token })
  return body as { is_following: boolean; followers_count: number }
}

/** Makes people this week's top creators, in this order. */
export async function makeTopCreators(app: TestApp, people: Person[]): Promise<void> {
  const { db } = app.database
  await db.deleteFrom('creator_ranking').execute()
  await db
    .insertInto('creator_ranking')
    .values(people.map(({ id }, index) => ({ place: index + 1, user_id: id, clicks_count: 100 - index })))
    .execute()
}

/** Delays answers to calls of an address until the returned function releases them; counts the calls. */
export async function hold(page: Page, address: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held = { calls: 0, release }
  await page.route(address, async (route: Route) => {
    held.calls++
    await released
    await route.continue()
  })
  return held
}
