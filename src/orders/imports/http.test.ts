import { request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { feeEarningsText, reportText } from '../testing/report-text.ts'
import { auditOf, type Imports, importsOf, ordersIn } from './testing/stage.ts'

let app: TestApp
let ana: Person
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  ana = await signUpAdmin(app)
  imports = importsOf(app, ana)
})
afterAll(() => app.close())

const unknownId = '01900000-0000-7000-8000-000000000000'
const count = async (statement: string, values: unknown[] = []) =>
  Number((await app.database.pool.query(statement, values)).rows[0].count)
const stagingTables = (id: string) =>
  count(`select count(*) from pg_class where relname = 'import_staging_' || replace($1, '-', '')`, [id])
const leftovers = async (id: string) =>
  (await count('select count(*) from import_chunks where import_id = $1', [id])) + (await stagingTables(id))

describe('importing a report (docs/product/reports.md#importing)', () => {
  it('is staged with a preview, and takes effect when it is merged', async () => {
    const text = reportText([{ order_item_id: 'a-1' }, { order_item_id: 'a-2', commission_amount: '1.05' }])
    const staged = await imports.add(text, { file_name: 'november.csv' })
    expect(staged).toMatchObject({
      state: 'staged',
      file_name: 'november.csv',
      bytes: Buffer.byteLength(text),
      format: 'folio_csv',
      marketplace: 'us',
      actor: ana.username,
      total: 2,
      imported: 0,
      failed: 0,
      error: null,
      preview: {
        new_orders: 2,
        changed: 0,
        unchanged: 0,
        withdrawn: 0,
        commission: { before: 0, after: 5.25 },
        first_day: '2026-11-03',
        last_day: '2026-11-03',
        changes: [
          {
            order_item_id: 'a-1',
            change: 'new',
            status: { before: null, after: 'shipped' },
            commission: { before: null, after: 4.2 },
          },
          { order_item_id: 'a-2', change: 'new', commission: { before: null, after: 1.05 } },
        ],
      },
      run: { kind: 'stage', state: 'done' },
    })
    expect(await ordersIn(app)).toEqual({})
    const merged = await imports.merge(staged.id)
    expect(merged).toMatchObject({
      state: 'merged',
      total: 2,
      imported: 2,
      updated: 0,
      unchanged: 0,
      preview: null,
      run: { kind: 'merge', state: 'done', actor: ana.username },
    })
    expect(await ordersIn(app)).toMatchObject({
      'a-1': { status: 'shipped', cents: 420, day: '2026-11-03' },
      'a-2': { status: 'shipped', cents: 105 },
    })
    expect(await count('select count(*) from orders_to_match')).toBe(2)
    expect(await stagingTables(staged.id)).toBe(0)
  })

  it('with apply is merged at once, and counts what was new, changed and unchanged', async () => {
    await imports.add(reportText([{ order_item_id: 'b-1' }, { order_item_id: 'b-2' }]), { apply: true })
    app.clock.advance(1_000)
    const second = await imports.add(
      reportText([
        { order_item_id: 'b-1' },
        { order_item_id: 'b-2', order_status: 'returned' },
        { order_item_id: 'b-3' },
      ]),
      { apply: true },
    )
    expect(second).toMatchObject({ state: 'merged', total: 3, imported: 1, updated: 1, unchanged: 1 })
    const { rows } = await app.database.pool.query('select * from orders_to_post')
    expect(rows).toEqual([{ order_item_id: 'b-2' }])
  })

  it('the same file again changes nothing and stores nothing; in another marketplace it is another import', async () => {
    const text = reportText([{ order_item_id: 'c-1' }])
    const first = await imports.add(text, { apply: true })
    const again = await imports.add(text, { apply: true })
    expect(again).toMatchObject({
      state: 'repeated',
      repeats_id: first.id,
      total: 1,
      imported: 0,
      updated: 0,
      unchanged: 1,
      format: 'folio_csv',
    })
    expect(await leftovers(again.id)).toBe(0)
    expect(await count('select count(*) from order_observations where batch_id = $1', [again.id])).toBe(0)
    expect(await imports.add(text, { marketplace: 'ca' })).toMatchObject({ state: 'staged' })
  })

  it('lists the rows that were left out: the first hundred, and all as a CSV without formulas', async () => {
    const rows = Array.from({ length: 1_250 }, (_, n) => ({
      order_item_id: `=d-${n}`,
      asin: n === 0 ? 'B0C7KQ4T2M' : 'no',
    }))
    const staged = await imports.add(reportText(rows))
    expect(staged).toMatchObject({ state: 'staged', total: 1_250, failed: 1_249 })
    expect(staged.errors).toHaveLength(100)
    expect(staged.errors[0]).toMatchObject({ line: 3, order_item_id: '=d-1', column: 'asin' })
    const { body, headers } = await imports.call('GET', `/${staged.id}/errors`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="folio-import-errors-/)
    const lines = body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1_250)
    expect(new Set(lines).size).toBe(1_250)
    expect(lines[1]).toMatch(/^"3","'=d-1","asin","/)
  })

  it('leaves out a row whose order id cannot be in a URL', async () => {
    const staged = await imports.add(reportText([{ order_item_id: '.' }, { order_item_id: 'n-1' }]))
    expect(staged).toMatchObject({ state: 'staged', failed: 1 })
    expect(staged.errors).toMatchObject([
      {
        line: 2,
        order_item_id: '.',
        column: 'order_item_id',
        message:
          'An order item’s id has 1 to 200 characters, none of them invisible, and a letter or a digit.',
      },
    ])
  })

  it('lists errors in the order of the file, whichever step found them', async () => {
    const same = { order_item_id: 'e-1', product_title: 'A mug' }
    const asked = await imports.add(reportText([same, same, { asin: 'no' }, same]))
    const { id, errors } = await imports.choose(asked, 'once')
    expect(errors.map(({ line }) => line)).toEqual([3, 4, 5])
    const { body } = await imports.call('GET', `/${id}/errors`)
    expect(body.match(/^"\d+"/gm)).toEqual(['"3"', '"4"', '"5"'])
  })

  it('asks how dates are to be read where both ways are possible, and continues with the answer', async () => {
    const asked = await imports.add(feeEarningsText([{ 'Date Shipped': '03/04/2026' }]), {
      marketplace: 'ca',
    })
    expect(asked).toMatchObject({
      state: 'question',
      question: { kind: 'date_order', examples: ['03/04/2026'] },
    })
    expect((await imports.call('POST', `/${asked.id}/merge`)).status).toBe(409)
    expect((await imports.call('POST', `/${asked.id}/answer`, { date_order: 'year_first' })).status).toBe(400)
    const staged = await imports.answer(asked.id, 'day_first')
    expect(staged).toMatchObject({ state: 'staged', question: null, preview: { first_day: '2026-04-03' } })
    expect((await imports.call('POST', `/${asked.id}/answer`, { date_order: 'day_first' })).status).toBe(409)
  })

  it('answers at once while it is being merged: a second merge does nothing, and other actions are refused', async () => {
    const first = await imports.add(reportText([{ order_item_id: 'busy-1' }]), { apply: true })
    app.clock.advance(1_000)
    const { id } = await imports.add(reportText([{ order_item_id: 'busy-1', commission_amount: '1.00' }]))
    expect(first.state).toBe('merged')
    // Another transaction holds the order, so that the merge waits.
    await app.database.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('amazon_orders')
        .select('order_item_id')
        .where('order_item_id', '=', 'busy-1')
        .forUpdate()
        .execute()
      const asked = await imports.call('POST', `/${id}/merge`)
      const again = await imports.call('POST', `/${id}/merge`)
      expect([asked.status, again.status]).toEqual([200, 200])
      expect(again.body.run.id).toBe(asked.body.run.id)
      expect((await imports.call('POST', `/${id}/discard`)).status).toBe(409)
      expect((await imports.call('POST', `/${id}/undo`, { reason: 'No.' })).status).toBe(409)
    })
    expect(await imports.settled(id)).toMatchObject({ state: 'merged', updated: 1 })
    expect(await count(`select count(*) from order_runs where import_id = $1 and kind = 'merge'`, [id])).toBe(
      1,
    )
  })

  it('can be discarded, after which every action is refused', async () => {
    const { id } = await imports.add(reportText([{ order_item_id: 'f-1' }]))
    expect(await imports.discard(id)).toMatchObject({ state: 'discarded', preview: null })
    expect(await leftovers(id)).toBe(0)
    for (const action of ['merge', 'discard'])
      expect(await imports.call('POST', `/${id}/${action}`)).toMatchObject({
        status: 409,
        body: { code: 'conflict', message: 'This import was discarded.' },
      })
    expect((await imports.call('POST', `/${id}/undo`, { reason: 'No.' })).status).toBe(409)
  })

  it('can be undone once, with a reason; then the same file may come again', async () => {
    const text = reportText([{ order_item_id: 'g-1' }])
    const { id } = await imports.add(text, { apply: true })
    expect((await imports.call('POST', `/${id}/undo`, { reason: ' ' })).status).toBe(400)
    const undone = await imports.undo(id, 'Wrong month.')
    expect(undone).toMatchObject({
      state: 'merged',
      undone: { by: ana.username, reason: 'Wrong month.', at: app.clock.now().toISOString() },
      run: { kind: 'undo', state: 'done', results: { withdrawn: 1 } },
    })
    expect(await ordersIn(app)).toMatchObject({ 'g-1': null })
    expect(await imports.call('POST', `/${id}/undo`, { reason: 'Again.' })).toMatchObject({ status: 409 })
    app.clock.advance(1_000)
    const again = await imports.add(text, { apply: true })
    expect(again).toMatchObject({ state: 'merged', imported: 0, updated: 1 })
    expect(await ordersIn(app)).toMatchObject({ 'g-1': { cents: 420 } })
  })

  it('fails where nothing can be read, and answers why', async () => {
    const failed = await imports.add('what is this\n', { apply: true })
    expect(failed).toMatchObject({
      state: 'failed',
      error: { code: 'validation_failed' },
      run: { state: 'failed' },
    })
    expect(await leftovers(failed.id)).toBe(0)
    const empty = await imports.send('')
    expect(empty.status === 400 || (await imports.settled(empty.body.id)).state === 'failed').toBe(true)
  })

  it('is refused for a report of the future, another kind of file, and without a file', async () => {
    const before = await count('select count(*) from import_batches')
    for (const minutes of [10, 60, 7 * 24 * 60]) {
      const report_as_of = new Date(app.clock.now().getTime() + minutes * 60_000).toISOString()
      expect(await imports.send('x', { report_as_of })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
    }
    expect((await imports.send('{}', {}, 'application/json')).status).toBe(415)
    for (const marketplace of ['US!', 'zz', 'US', ''])
      expect(await imports.send('x', { marketplace }), marketplace).toMatchObject({
        status: 400,
        body: {
          code: 'validation_failed',
          message: 'marketplace: This is no Amazon marketplace. Use a code such as us or uk.',
        },
      })
    expect(await count('select count(*) from import_batches')).toBe(before)
  })

  it('has every action of an admin in the audit log', async () => {
    const ines = await signUpAdmin(app)
    const own = importsOf(app, ines)
    const { id } = await own.add(reportText([{ order_item_id: 'h-1' }]), { file_name: 'h.csv' })
    await own.merge(id)
    await own.undo(id, 'A mistake.')
    const other = await own.add(feeEarningsText([{ 'Date Shipped': '05/06/2026' }]))
    await own.answer(other.id, 'month_first')
    await own.discard(other.id)
    expect(await auditOf(app, ines)).toMatchObject([
      { action: 'import.upload', subject: id, details: { file_name: 'h.csv', apply: false } },
      { action: 'import.merge', subject: id },
      { action: 'import.undo', subject: id, details: { reason: 'A mistake.' } },
      { action: 'import.upload', subject: other.id },
      { action: 'import.answer', subject: other.id, details: { date_order: 'month_first' } },
      { action: 'import.discard', subject: other.id },
    ])
  })
})

describe('the history of imports', () => {
  it('is listed page by page, the newest first', async () => {
    const made = await count('select count(*) from import_batches')
    await app.database.pool.query(
      `insert into import_batches (marketplace, report_as_of, created_at, state)
       select 'us', now(), timestamptz '2020-01-01', 'discarded' from generate_series(1, 120)`,
    )
    const seen: string[] = []
    let cursor: string | null = null
    const sizes: number[] = []
    do {
      const { body }: { body: { items: { id: string; created_at: string }[]; next_cursor: string | null } } =
        await imports.call('GET', cursor ? `?cursor=${cursor}` : '')
      seen.push(...body.items.map(({ id }) => id))
      sizes.push(body.items.length)
      cursor = body.next_cursor
    } while (cursor)
    expect(new Set(seen).size).toBe(made + 120)
    expect(sizes.slice(0, -1).every((size) => size === 50)).toBe(true)
    expect((await imports.call('GET', '?cursor=none')).status).toBe(400)
  })
})

describe('who may import', () => {
  it('is refused to everyone but admins, and no byte of their files is stored', async () => {
    const { id } = await imports.add(reportText([{ order_item_id: 'i-1' }]))
    const before = await count('select count(*) from import_batches')
    for (const caller of [importsOf(app, {}), importsOf(app, await signUp(app))]) {
      expect(await caller.send(reportText([{}]))).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
      for (const [method, rest, body] of [
        ['GET', ''],
        ['GET', `/${id}`],
        ['GET', `/${id}/errors`],
        ['GET', `/${id}/rows?outcome=imported`],
        ['GET', `/${id}/file`],
        ['POST', `/${id}/merge`],
        ['POST', `/${id}/discard`],
        ['POST', `/${id}/answer`, { date_order: 'day_first' }],
        ['POST', `/${id}/undo`, { reason: 'x' }],
      ] as const)
        expect(await caller.call(method, rest, body), `${method} ${rest}`).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        })
    }
    expect(await count('select count(*) from import_batches')).toBe(before)
    expect((await imports.call('GET', `/${id}`)).body.state).toBe('staged')
  })

  it('an unknown import is not found', async () => {
    for (const rest of [
      `/${unknownId}`,
      `/${unknownId}/errors`,
      `/${unknownId}/rows?outcome=updated`,
      `/${unknownId}/file`,
    ])
      expect((await imports.call('GET', rest)).status).toBe(404)
    for (const action of ['merge', 'discard'])
      expect((await imports.call('POST', `/${unknownId}/${action}`)).status).toBe(404)
    expect((await imports.call('POST', `/${unknownId}/undo`, { reason: 'x' })).status).toBe(404)
  })
})

describe('an upload that ends too early', () => {
  it('fails at once when its connection is cut, and leaves no bytes', async () => {
    const sending = httpRequest(new URL('/api/v1/admin/imports?file_name=cut.csv', app.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ana.token}`,
        'content-type': 'text/csv',
        'content-length': 9_000_000,
      },
    })
    sending.on('error', () => {})
    sending.write(Buffer.alloc(3_000_000, 'x'))
    const found = async () =>
      (
        await app.database.pool.query(
          `select b.id, b.state, (select count(*)::int from import_chunks where import_id = b.id) as chunks
           from import_batches b where file_name = 'cut.csv'`,
        )
      ).rows[0]
    while (((await found())?.chunks ?? 0) === 0) await delay(10)
    sending.destroy()
    while ((await found()).state === 'receiving') await delay(10)
    const { id } = await found()
    expect((await imports.call('GET', `/${id}`)).body).toMatchObject({
      state: 'failed',
      error: {
        code: 'malformed_request',
        message: 'The file did not arrive completely. Please send it again.',
      },
    })
    expect(await leftovers(id)).toBe(0)
  })

  it('fails when the next import finds that its process died', async () => {
    const { rows } = await app.database.pool.query(
      `insert into import_batches (marketplace, report_as_of, created_at, heard_at, state)
       values ('us', $1, $1, $1, 'receiving') returning id`,
      [app.clock.now()],
    )
    const { id } = rows[0]
    await app.database.pool.query('insert into import_chunks values ($1, 0, $2)', [id, Buffer.from('x')])
    await imports.add(reportText([{ order_item_id: 'j-1' }]))
    expect((await imports.call('GET', `/${id}`)).body.state).toBe('receiving')
    app.clock.advance(6 * 60_000)
    await imports.add(reportText([{ order_item_id: 'j-2' }]))
    expect((await imports.call('GET', `/${id}`)).body.state).toBe('failed')
    expect(await leftovers(id)).toBe(0)
  })
})
