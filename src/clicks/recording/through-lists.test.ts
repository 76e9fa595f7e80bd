import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import {
  insertPerson,
  insertProduct,
  type Person,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { insertList, insertListLink } from '../../feed/testing/lists.ts'
import { foldClicks } from '../maintenance.ts'
import { peoplesAgents } from '../testing/agents.ts'
import { clickChecks } from '../verify.ts'

let app: TestApp
let owner: Person
let lamp: ProductRow
let link: string
let list: { id: string }
beforeAll(async () => {
  app = await startTestApp({ env: { AMAZON_TAGS: 'us=folio-20,uk=folio-21', TRUST_PROXY: 'on' } })
  owner = await insertPerson(app.database.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  lamp = await insertProduct(app.database.db, owner)
  list = await insertList(app.database, await insertPerson(app.database.db), [lamp.id])
  link = await insertListLink(app.database, list.id, lamp.id)
})

const run = async (statement: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(statement, values)).rows
const get = async (ref: string) => (await app.request('GET', `/api/v1/products/${ref}`)).body

let readers = 0
const headers = () => ({
  'user-agent': peoplesAgents['Safari on an iPhone'],
  'x-forwarded-for': `10.1.${readers++}.1`,
})
const click = async (productId: string, body: object, token?: string) =>
  (await app.request('POST', `/api/v1/products/${productId}/clicks`, { body, headers: headers(), token }))
    .body.outcome

const stored = async () =>
  (await run('select list_link from clicks where product_id = $1 order by clicked_at, id', [lamp.id])).map(
    (row) => row.list_link,
  )
const days = (of: string) => run('select people, presses from click_list_days where short_link_id = $1', [of])

/** The names of what `npm run verify` finds. */
async function wrong(): Promise<string[]> {
  const context = { db: app.database.db, clock: app.clock.now, actor: null }
  return app.database.db.transaction().execute(async (db) => {
    const checks = await clickChecks({ retentionDays: 400 })({ ...context, db })
    const names: string[] = []
    for (const { name, find } of checks) if ((await find()).differing > 0) names.push(name)
    return names
  })
}

describe('a click through a list (docs/product/clicks.md#through-a-list)', () => {
  it('comes from a page that carries the list’s link to Amazon, and names the product’s own elsewhere', async () => {
    const own = await get(lamp.shortLinkId)
    const through = await get(link)
    expect(own.list_link).toBeNull()
    expect(through).toEqual({
      ...own,
      list_link: link,
      shop_url: own.shop_url.replace(lamp.shortLinkId, link),
      elsewhere: own.elsewhere.map(({ host, url }: { host: string; url: string }) => ({
        host,
        url: url.replace(lamp.shortLinkId, link),
      })),
    })
    expect(through.shop_url).toContain(`ascsubtag=${link}`)
    expect(through.short_link_id).toBe(lamp.shortLinkId)
    await run('delete from lists where id = $1', [list.id])
    expect(await get(link)).toEqual(through)
  })

  it('is kept with it, and summed by days, whatever is folded when', async () => {
    expect(await click(lamp.id, { kind: 'view', list_link: link })).toBe('counted')
    await foldClicks(app.database)
    await click(lamp.id, { kind: 'view', list_link: link })
    await click(lamp.id, { kind: 'outbound', list_link: link })
    await click(lamp.id, { kind: 'view' })
    expect(await stored()).toEqual([link, link, link, null])
    expect(await days(link)).toEqual([{ people: 1, presses: 0 }])
    expect(await wrong()).toEqual([])
    await foldClicks(app.database)
    expect(await days(link)).toEqual([{ people: 2, presses: 1 }])
    expect(await wrong()).toEqual([])
    await run('update click_list_days set presses = presses + 1 where short_link_id = $1', [link])
    expect(await wrong()).toEqual(['clicks through lists equal their days'])
    await run('update click_list_days set presses = presses - 1 where short_link_id = $1', [link])
  })

  it('is any other click where it names no list’s link of the product', async () => {
    const other = await insertProduct(app.database.db, owner)
    const foreign = await insertListLink(
      app.database,
      (await insertList(app.database, owner, [other.id])).id,
      other.id,
    )
    for (const named of [foreign, lamp.shortLinkId, 'no-such-link', 'No link\0', '', 'x'.repeat(600)])
      expect(await click(lamp.id, { kind: 'view', list_link: named })).toBe('counted')
    expect(await stored()).toEqual(Array(6).fill(null))
    await foldClicks(app.database)
    expect(await days(foreign)).toEqual([])
  })

  it('counts once for a retry and a repeat, and never for the owner', async () => {
    const event = { kind: 'view', event_id: crypto.randomUUID(), list_link: link }
    const reader = headers()
    const send = (body: object) =>
      app.request('POST', `/api/v1/products/${lamp.id}/clicks`, { body, headers: reader })
    expect((await send(event)).body.outcome).toBe('counted')
    expect((await send({ ...event, list_link: null })).body.outcome).toBe('counted')
    expect((await send({ kind: 'view', list_link: link })).body.outcome).toBe('repeat')
    const person = await signUp(app)
    await run('update products set user_id = $2 where id = $1', [lamp.id, person.id])
    expect(await click(lamp.id, { kind: 'view', list_link: link }, person.token)).toBe('owner')
    await foldClicks(app.database)
    expect(await days(link)).toEqual([{ people: 1, presses: 0 }])
    expect(await stored()).toEqual([link, link, link])
  })

  it('is named without scripts, too', async () => {
    await app.request('GET', `/api/v1/products/${lamp.id}/view.gif?list_link=${link}`, { headers: headers() })
    expect(await stored()).toEqual([link])
  })
})
