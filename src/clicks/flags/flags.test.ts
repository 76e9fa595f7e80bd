import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { signUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { mostViewedCreators } from '../analytics/service.ts'
import { foldClicks } from '../maintenance.ts'
import { addressOf, clickOn } from '../testing/clicks.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startTestApp()
  owner = await insertPerson(app.database.db)
})
afterAll(() => app.close())

const flags = (token?: string) => app.request('GET', '/api/v1/admin/click-flags', { token })

it('lists products whose views come mostly from one network, or are mostly limited, to admins alone', async () => {
  const made = async (title: string) => (await insertProduct(app.database.db, owner, { title })).id
  const [script, town, liked] = [await made('A script'), await made('A town'), await made('Liked')]
  const record = (productId: string, address: string, agent = 'Browser') =>
    app.app.services.clicks.record(clickOn(productId, { address, userAgent: agent }))
  for (let n = 0; n < 30; n++) {
    await record(script, '192.0.2.1', `Browser ${n}`)
    await record(town, `198.51.100.${n % 2 === 0 ? 7 : n}`, `Browser ${n % 10}`)
    await record(liked, addressOf(n * 256))
  }
  for (let n = 0; n < 20; n++) await record(town, `198.51.100.${n + 100}`)
  await foldClicks(app.database)
  const until = app.clock.now()
  const span = { since: new Date(until.getTime() - 7 * 86_400_000), until, limit: 10 }
  await mostViewedCreators({ db: app.database.db, clock: app.clock.now, actor: null }, span)

  const admin = await signUpAdmin(app)
  const { status, body } = await flags(admin.token)
  expect(status).toBe(200)
  const day = until.toISOString().slice(0, 10)
  expect(body.items).toEqual([
    expect.objectContaining({ title: 'A town', measures: ['one_network'], networks: 1, limited: 3, day }),
    expect.objectContaining({ title: 'A script', measures: ['limited'], views: 5, limited: 25, largest: 5 }),
  ])
  expect(body.items[0]).toMatchObject({ product_id: town, username: owner.username })
  expect((await flags()).status).toBe(404)
  expect((await flags((await signUp(app)).token)).status).toBe(404)

  const see = (flag: { product_id: string; day: string }, token?: string, clicks = 30) =>
    app.request('POST', `/api/v1/admin/click-flags/${flag.product_id}/seen`, {
      token,
      body: { day: flag.day, clicks },
    })
  const [first, second] = body.items
  for (const token of [undefined, (await signUp(app)).token])
    expect((await see(first, token)).status).toBe(404)
  expect((await see({ ...first, day: '2026-01-01' }, admin.token)).status).toBe(404)
  const seen = await see(first, admin.token)
  expect(seen.body).toMatchObject({ is_seen: true, seen: { day, by: admin.username } })
  // A second time changes nothing, and is in the log once.
  expect((await see(first, admin.token)).body).toEqual(seen.body)
  const audit = await app.request('GET', '/api/v1/admin/audit', { token: admin.token })
  const noted = audit.body.items.filter(({ action }: { action: string }) => action === 'click_flag.seen')
  expect(noted).toMatchObject([{ subject: first.product_id, actor: admin.username }])
  expect((await flags(admin.token)).body.items).toMatchObject([
    { product_id: second.product_id, is_seen: false, seen: null },
    { product_id: first.product_id, is_seen: true },
  ])
  // Twice the clicks of the same day show it again.
  for (let n = 0; n < 60; n++) await record(town, `198.51.100.${n % 2 === 0 ? 7 : 9}`, `Other ${n % 10}`)
  await foldClicks(app.database)
  expect((await flags(admin.token)).body.items).toMatchObject([
    { product_id: first.product_id, is_seen: false, seen: { day } },
    { product_id: second.product_id },
  ])
})
