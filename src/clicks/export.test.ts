import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { collectionOf } from '../folio/testing/collection.ts'
import { addressOf, clickOn } from './testing/clicks.ts'

let app: TestApp
let ana: Person
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ana = await signUp(app)
})

type Format = 'csv' | 'json'
const exported = ({ token }: { token?: string }, format: Format = 'json') =>
  app.request('GET', `/api/v1/me/clicks?format=${format}`, { token })
const record = (productId: string, values: Parameters<typeof clickOn>[1] = {}) =>
  app.app.services.clicks.record(clickOn(productId, values))
const columns = 'clicked_at,product,asin,title,kind,outcome,automation,site,country'

describe('the export of one’s own clicks', () => {
  it('is a file of all clicks on one’s own items, each item’s oldest first', async () => {
    const shelf = collectionOf(app, ana)
    const lamp = await shelf.post({ title: '=HYPERLINK("x")' })
    const mug = await shelf.post({ title: 'Mug' })
    const other = await collectionOf(app, await signUp(app)).post({ title: 'Not hers' })
    const at = app.clock.now().toISOString()
    await record(mug.id)
    await record(lamp.id, { kind: 'outbound', country: 'ES' })
    app.clock.advance(1_500)
    const later = app.clock.now().toISOString()
    await record(lamp.id, { kind: 'outbound', site: null })
    await record(lamp.id, { claim: 'bot', automation: 'preview', address: addressOf(7) })
    await record(lamp.id, { viewerId: ana.id })
    await record(other.id)
    app.clock.advance(1)

    const { status, headers, body } = await exported(ana, 'csv')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    const day = later.slice(0, 10)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="folio-clicks-${day}.csv"`)
    const aboutLamp = `"${lamp.short_link_id}","${lamp.asin}","'=HYPERLINK(""x"")"`
    const [header, ...lines] = body.trimEnd().split('\r\n')
    expect(header.replaceAll('"', '')).toBe(columns)
    expect(lines).toEqual([
      `"${at}",${aboutLamp},"outbound","counted","","instagram.com","ES"`,
      `"${later}",${aboutLamp},"outbound","repeat","","",""`,
      `"${later}",${aboutLamp},"view","bot","preview","instagram.com",""`,
      `"${later}",${aboutLamp},"view","owner","","instagram.com",""`,
      `"${at}","${mug.short_link_id}","${mug.asin}","Mug","view","counted","","instagram.com",""`,
    ])
    const { items } = (await exported(ana)).body
    expect(items).toHaveLength(5)
    expect(Object.keys(items[0]).join()).toBe(columns)
    expect(items[1]).toMatchObject({ clicked_at: later, outcome: 'repeat', site: null, country: null })
  })

  it('holds of visitors only the site and the country', async () => {
    const { id } = await collectionOf(app, ana).post({ title: 'Lamp' })
    const visit = { referrer: 'https://blog.example/secret-post', userAgent: 'Mozilla/5.0 (Secret Phone)' }
    await record(id, { ...visit, site: 'blog.example', address: '203.0.113.77', eventId: randomUUID() })
    app.clock.advance(1)
    const { rows } = await app.database.owner.pool.query(
      `select encode(visitor, 'hex') as hash, id from clicks where product_id = $1`,
      [id],
    )
    const { body } = await exported(ana, 'csv')
    expect(body).toContain('blog.example')
    for (const secret of ['secret-post', 'Secret Phone', '203.0.113', rows[0].hash, rows[0].id])
      expect(body).not.toContain(secret)
  })

  it('has the clicks of deleted items, without their titles', async () => {
    const shelf = collectionOf(app, ana)
    const gone = await shelf.post({ title: 'Gone' })
    await record(gone.id)
    await shelf.remove(gone.id)
    app.clock.advance(1)
    const { items } = (await exported(ana)).body
    expect(items).toMatchObject([{ product: gone.short_link_id, asin: gone.asin, title: '' }])
  })

  it('is empty without clicks, and refused to anonymous callers and after too many requests', async () => {
    await collectionOf(app, ana).post({ title: 'Quiet' })
    expect((await exported(ana)).body).toEqual({ items: [] })
    expect((await exported({})).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 21 }, () => exported(ana)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 429, 429])
  })
})
