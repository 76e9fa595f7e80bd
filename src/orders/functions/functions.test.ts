import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import {
  insertPerson,
  insertProduct,
  type Person as Owner,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { reportText } from '../testing/report-text.ts'

let app: TestApp
let admin: Person
let owner: Owner
let product: ProductRow

beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
  owner = await insertPerson(app.database.db)
  product = await insertProduct(app.database.db, owner, { asin: 'B0C7KQ4T2M' })
})
afterAll(() => app.close())

/** An order of its own in every test. */
const order = (values: Parameters<typeof reportText>[0][number] = {}) => ({
  order_item_id: randomUUID(),
  order_date: app.clock.now().toISOString().slice(0, 10),
  ...values,
})

const invoke = (name: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.request('POST', `/functions/v1/${name}`, { token: admin.token, headers, ...(body ? { body } : {}) })

const none = {
  updated: 0,
  unchanged: 0,
  failed: 0,
  waiting_returns: 0,
  combined: 0,
  errors: [],
  already_imported: false,
}

describe('The functions of the pipeline (docs/product/calls.md#functions)', () => {
  // Each test starts without what others left.
  beforeEach(async () => {
    await invoke('commission-matcher')
    await invoke('earnings-calculator')
  })

  it('import, match and calculate, and answer their results', async () => {
    const csvData = reportText([
      order({ sub_tag: product.shortLinkId, commission_amount: '4.20' }),
      order({ sub_tag: '', asin: 'B0NOBODYS1' }),
      order({ sub_tag: '', commission_amount: 'much' }),
    ])
    expect(await invoke('amazon-import', { csvData })).toMatchObject({
      status: 200,
      body: {
        success: true,
        results: {
          total: 3,
          imported: 2,
          updated: 0,
          failed: 1,
          errors: [{ line: 4, column: 'commission_amount' }],
        },
      },
    })
    expect(await invoke('commission-matcher')).toMatchObject({
      status: 200,
      body: {
        success: true,
        results: {
          total: 2,
          matched: 1,
          high_confidence: 1,
          medium_confidence: 0,
          no_match: 1,
          review: 0,
          waiting: 2,
          left_alone: 0,
          timed_out: 0,
        },
      },
    })
    expect(await invoke('earnings-calculator')).toEqual(
      expect.objectContaining({
        status: 200,
        body: { success: true, results: { processed: 1, waiting: 2, unchanged: 1 } },
      }),
    )
    const { rows } = await app.database.pool.query('select user_amount_cents from earnings_ledger')
    expect(rows).toEqual([{ user_amount_cents: 336 }])
  })

  it('read sub tags that a report has in capitals', async () => {
    // Orders of the test before would be decided again while their day lasts.
    await app.database.pool.query('update order_matches set is_provisional = false')
    const csvData = reportText([order({ sub_tag: product.shortLinkId.toUpperCase(), asin: 'B0ANYTHING' })])
    await invoke('amazon-import', { csvData })
    expect((await invoke('commission-matcher')).body.results).toMatchObject({
      matched: 1,
      high_confidence: 1,
    })
    const { rows } = await app.database.pool.query(
      'select short_link_id, file_has_own_sub_tags from order_matches join amazon_orders using (order_item_id) where sub_tag = $1',
      [product.shortLinkId.toUpperCase()],
    )
    expect(rows).toEqual([{ short_link_id: product.shortLinkId, file_has_own_sub_tags: true }])
  })

  it('change nothing when they are repeated', async () => {
    const csvData = reportText([order({ sub_tag: product.shortLinkId })])
    await invoke('amazon-import', { csvData })
    expect((await invoke('amazon-import', { csvData })).body).toEqual({
      success: true,
      results: { ...none, total: 1, imported: 0, unchanged: 1, already_imported: true },
    })
    await invoke('commission-matcher')
    await invoke('earnings-calculator')
    expect((await invoke('earnings-calculator')).body.results).toEqual({
      processed: 0,
      waiting: 0,
      unchanged: 0,
    })
  })

  it('say that a file was imported before, with its errors', async () => {
    const csvData = reportText([
      order({ sub_tag: product.shortLinkId }),
      order({ commission_amount: 'much' }),
    ])
    const first = await invoke('amazon-import', { csvData })
    expect(first.body.results).toMatchObject({ imported: 1, failed: 1, already_imported: false })
    expect((await invoke('amazon-import', { csvData })).body.results).toEqual({
      ...first.body.results,
      ...{ imported: 0, unchanged: 1, already_imported: true },
    })
  })

  it.each([[undefined], [{}], [{ csvData: 7 }], [{ csvData: '' }], [{ csvData: ' \n\t ' }]])(
    'refuse to import %j',
    async (body) => {
      const answer = await invoke('amazon-import', body)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: expect.stringMatching(/^(validation_failed|malformed_request)$/) },
      })
      // The client shows `error`.
      expect(answer.body.error).toBe(answer.body.message)
      if (body && 'csvData' in body && typeof body.csvData === 'string')
        expect(answer.body.message).toBe('Please enter CSV data')
    },
  )

  it('answer why a report was not imported', async () => {
    expect(await invoke('amazon-import', { csvData: 'what,is,this\n1,2,3\n' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: expect.stringContaining('order_item_id') },
    })
  })

  it('answer at once where that is preferred, with the address of the run', async () => {
    const csvData = reportText([order()])
    const answer = await invoke('amazon-import', { csvData }, { prefer: 'respond-async, wait=10' })
    expect(answer).toMatchObject({ status: 202, body: { kind: expect.stringMatching(/^(stage|merge)$/) } })
    const { headers, body } = answer
    expect(headers.get('location')).toBe(`/api/v1/admin/runs/${body.id}`)
    expect(headers.get('preference-applied')).toBe('respond-async')
  })

  it('send their progress as events, and their results at the end', async () => {
    const csvData = reportText([order(), order()])
    const answer = await fetch(`${app.url}/functions/v1/amazon-import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ csvData }),
    })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const events = (await answer.text())
      .trim()
      .split('\n\n')
      .map((event) => /^event: (\w+)\ndata: (.+)$/.exec(event)?.slice(1) ?? [])
    expect(events[0]?.[0]).toBe('progress')
    expect(JSON.parse(events[0]?.[1] ?? '')).toMatchObject({
      kind: expect.stringMatching(/^(stage|merge)$/),
    })
    expect(events.at(-1)?.[0]).toBe('result')
    expect(JSON.parse(events.at(-1)?.[1] ?? '')).toEqual({
      success: true,
      results: { ...none, total: 2, imported: 2 },
    })
  })

  it('send their error as an event', async () => {
    const answer = await invoke('amazon-import', { csvData: 'a,b\n1,2' }, { accept: 'text/event-stream' })
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('event: error')
  })
})
