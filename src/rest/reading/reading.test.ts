import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { reportText } from '../../orders/testing/report-text.ts'

// docs/product/calls.md#table-queries: what is read is what the product's own calls say, by an account of its own.

let app: TestApp
let maya: Person
let kofi: Person
beforeAll(async () => {
  app = await startTestApp()
  maya = await signUp(app)
  kofi = await signUp(app, { first: 'Kofi' })
})
afterAll(() => app.close())

const rest = async (path: string, token = maya.token) =>
  (await app.request('GET', `/rest/v1/${path}`, { token })).body

describe('the reading account (decision 128)', () => {
  const asReader = async (text: string) => {
    const client = await app.database.pool.connect()
    try {
      await client.query('begin read only')
      await client.query(`select set_config('folio.caller', '', true), set_config('folio.now', now()::text, true),
        set_config('folio.price_ms', '1', true), set_config('role', 'folio_rest', true)`)
      return await client.query(text).catch(({ code }: { code: string }) => code)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('reads the views', async () => {
    expect(await asReader('select from rest.products')).toMatchObject({ rowCount: 0 })
  })

  it.each(['users', 'products', 'earnings_ledger', 'sessions'])('reads nothing of %s', async (table) => {
    expect(await asReader(`select from public.${table}`)).toBe('42501')
  })
})

describe('money', () => {
  beforeAll(async () => {
    const admin = await signUpAdmin(app)
    const { body: product } = await app.request('POST', '/api/v1/products', {
      token: maya.token,
      body: { amazon_url: 'https://www.amazon.com/dp/B0C7KQ4T2M', title: 'A mug', category_id: null },
    })
    const order_date = app.clock.now().toISOString().slice(0, 10)
    const row = { sub_tag: product.short_link_id, asin: 'B0C7KQ4T2M', order_date }
    const csvData = reportText([
      { ...row, order_item_id: randomUUID(), commission_amount: '4.20' },
      { ...row, order_item_id: randomUUID(), commission_amount: '1.00' },
    ])
    for (const [name, body] of [
      ['amazon-import', { csvData }],
      ['commission-matcher'],
      ['earnings-calculator'],
    ] as const)
      expect(
        (await app.request('POST', `/functions/v1/${name}`, { token: admin.token, ...(body && { body }) }))
          .status,
      ).toBe(200)
  })

  it('the ledger has the rows, amounts, states and orders of /api/v1', async () => {
    const { body } = await app.request('GET', '/api/v1/me/ledger', { token: maya.token })
    const names = [
      'id',
      'order_item_id',
      'transaction_type',
      'gross_commission',
      'platform_fee_amount',
      'user_amount',
      'status',
    ]
    const said = body.items.map((item: Record<string, unknown>) => ({
      ...Object.fromEntries(names.map((name) => [name, item[name]])),
      amazon_orders: item.amazon_orders,
    }))
    const rows = await rest(
      `earnings_ledger?select=${names.join()},amazon_orders(product_title,asin,confidence)&order=created_at.desc&limit=50`,
    )
    const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)
    expect(rows.toSorted(byId)).toEqual(said.toSorted(byId))
    expect(rows).toHaveLength(2)
    expect(await rest('earnings_ledger', kofi.token)).toEqual([])
    expect(await rest('amazon_orders', kofi.token)).toEqual([])
    expect(await rest('amazon_orders?select=asin')).toEqual([{ asin: 'B0C7KQ4T2M' }, { asin: 'B0C7KQ4T2M' }])
  })

  it('the record of a product has its sum', async () => {
    expect(await rest('earnings?select=clicks_count,earnings_usd')).toEqual([
      { clicks_count: 0, earnings_usd: 4.16 },
    ])
    expect(await rest('earnings', kofi.token)).toEqual([])
  })
})
