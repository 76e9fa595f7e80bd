import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { automatedAgents, peoplesAgents } from '../testing/agents.ts'
import { clicksCount, storedClicks } from '../testing/clicks.ts'
import { send } from '../testing/send.ts'

let app: TestApp
let owner: Person
let product: string

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'on' } })
  owner = await insertPerson(app.database.db)
})
beforeEach(async () => {
  product = (await insertProduct(app.database.db, owner)).id
})
afterAll(() => app.close())

const reader = {
  'user-agent': peoplesAgents['Firefox on Linux'],
  referer: 'https://folio.example/l/mug-1a2b',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-dest': 'image',
}
const load = (
  headers: Record<string, string> = {},
  { id = product, method = 'GET', address = '81.2.69.1' } = {},
) =>
  send(`${app.url}/api/v1/products/${id}/view.gif`, { method, headers: { ...reader, ...headers }, address })
const stored = () => storedClicks(app.database.db, product)

describe('GET /api/v1/products/:id/view.gif: readers without scripts', () => {
  it('count once, by an image of 43 bytes that is not cached', async () => {
    const { status, headers, text } = await load()
    expect([status, headers['content-type'], headers['cache-control'], headers['content-length']]).toEqual([
      200,
      'image/gif',
      'no-store',
      '43',
    ])
    expect(text.startsWith('GIF89a')).toBe(true)
    expect(headers['set-cookie']).toBeUndefined()
    await load()
    expect(await stored()).toEqual(['view counted', 'view repeat'])
    expect(await clicksCount(app.database.db, product)).toBe(1)
  })

  it('have no site they came from: the referrer of an image is its page', async () => {
    await load()
    const row = await app.database.db
      .selectFrom('clicks')
      .where('product_id', '=', product)
      .select(['referrer', 'site', 'kind'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ referrer: null, site: null, kind: 'view' })
  })

  it('are the same visitor with and without scripts', async () => {
    await load()
    const view = await send(`${app.url}/api/v1/products/${product}/clicks`, {
      method: 'POST',
      headers: { 'user-agent': reader['user-agent'] },
      address: '81.2.69.1',
      body: { kind: 'view' },
    })
    expect(view.text).toBe('{"outcome":"repeat"}')
  })

  it.each([
    ['a program', { 'user-agent': automatedAgents['Gmail’s for images'] as string }, 'GET'],
    ['a prefetch', { 'sec-purpose': 'prefetch' }, 'GET'],
    ['HEAD', {}, 'HEAD'],
  ])('are not %s', async (_, headers, method) => {
    expect((await load(headers, { method })).status).toBe(200)
    expect(await stored()).toEqual(['view bot'])
  })

  it('are limited like all others', async () => {
    const address = '81.2.69.9'
    await Promise.all(
      Array.from({ length: 130 }, (_, n) =>
        load({ 'user-agent': `Mozilla/5.0 (X11) ${n % 5}` }, { address }),
      ),
    )
    const outcomes = await stored()
    expect(outcomes.filter((one) => one === 'view limited')).toHaveLength(10)
  })

  it.each([
    ['on another site', { 'sec-fetch-site': 'cross-site' }],
    ['on a neighbour of ours', { 'sec-fetch-site': 'same-site' }],
  ])('are not counted %s', async (_, headers) => {
    expect((await load(headers)).status).toBe(200)
    expect(await stored()).toEqual(['view bot'])
  })

  it('count with a browser that does not say which site shows the image', async () => {
    await load({ 'sec-fetch-site': '' })
    expect(await stored()).toEqual(['view counted'])
  })

  it('get "not found" for an unknown product', async () => {
    expect((await load({}, { id: randomUUID() })).status).toBe(404)
    expect((await load({}, { id: 'mug-1a2b' })).status).toBe(400)
  })
})
