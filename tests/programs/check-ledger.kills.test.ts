import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calculate, giveOrder, putOrder } from '../../src/orders/posting/testing/orders.ts'
import { csvRows } from '../../src/platform/files/csv.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { insertProduct } from '../harness/factories.ts'
import { signUp } from '../harness/people.ts'

const script = path.resolve(import.meta.dirname, '../../scripts/check-ledger.ts')
const folder = mkdtempSync(path.join(tmpdir(), 'folio-ledger-'))
let app: TestApp
let token: string
let csv: string
let json: string

// Four rows: two commissions, a return, and one paid again. One id looks like a formula, and a title has two lines.
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.database
  const person = await signUp(app)
  token = person.token
  const { id: payeeId } = await db
    .selectFrom('payees')
    .where('user_id', '=', person.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const owner = { userId: person.id, payeeId, username: person.username }
  const product = await insertProduct(db, owner)
  const own = { person: owner, productId: product.id }
  const deps = { db, clock: app.clock.now }
  for (const [id, cents] of [
    ['111-1', 1_001],
    ['=a|"b",1', 77],
  ] as const) {
    await putOrder(db, id, { cents })
    await giveOrder(db, id, own)
  }
  await db
    .updateTable('order_matches')
    .set({ evidence: { rule: 'manual', product_id: product.id }, note_to_creator: '=Your “receipt” said so' })
    .execute()
  await calculate(deps)
  await putOrder(db, '111-1', { cents: 1_001, status: 'returned' })
  await calculate(deps)
  await putOrder(db, '111-1', { cents: 400 })
  await calculate(deps)
  await db.updateTable('amazon_orders').set({ product_title: 'A "mug",\nblue' }).execute()
  csv = await exported('csv')
  json = await exported('json')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function exported(format: string): Promise<string> {
  const { status, body } = await app.request('GET', `/api/v1/me/ledger/export?format=${format}`, { token })
  expect(status).toBe(200)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

let why: { sequence: string }[] | undefined

/**
 * Changes the rows to these versions, past all guards: with the rule they were posted by from version 2 on, their month
 * from 3 on, and with which it counts from 4 on.
 */
async function rehash(versions: number[]) {
  const client = await app.database.owner.pool.connect()
  await client.query('set session_replication_role = replica')
  const said = 'rule, evidence, observation_id, reason, marketplace, earning_month, counts_month'
  why ??= (await client.query(`select sequence, ${said} from earnings_ledger`)).rows
  for (const [i, version] of versions.entries()) {
    const row = why.find(({ sequence }) => Number(sequence) === i + 1)
    const postedBy = version > 1 && {
      ...{ ...row, ...(version < 3 && { marketplace: null, earning_month: null }) },
      ...(version < 4 && { counts_month: null }),
    }
    await client.query(
      `update earnings_ledger l set hash_version = $2, (${said}) = (
         select ${said} from jsonb_populate_record(null::earnings_ledger, $3)), previous_hash = coalesce(
         (select hash from earnings_ledger where sequence = $1::int - 1), previous_hash) where sequence = $1::int`,
      [i + 1, version, postedBy || {}],
    )
    await client.query('update earnings_ledger l set hash = ledger_row_hash(l) where sequence = $1', [i + 1])
  }
  await client.query('reset session_replication_role')
  client.release()
}

let files = 0

/** The output for a creator who runs the script on a file with this content, without anything of this project. */
async function check(content: string) {
  files += 1
  const file = path.join(folder, `ledger-${files}`)
  writeFileSync(file, content)
  const child = spawn(process.execPath, [script, file], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

type Cells = Record<string, string>

/** The file with changed rows. */
async function tampered(change: (rows: Cells[]) => unknown) {
  const rows: Cells[] = parse(csv, { columns: true, bom: true })
  change(rows)
  const columns = Object.keys(rows[0] ?? {})
  // The reader above leaves the guards of cells in place, and so does this writer.
  const file =
    csvRows([columns]) + rows.map((row) => quoted(columns.map((column) => row[column] ?? ''))).join('')
  return check(file)
}

const quoted = (cells: string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join()}\r\n`

const whole = {
  code: 0,
  err: '',
  out: expect.stringMatching(
    /^All 4 rows of 2 orders are as they were posted.\nCommission \$4.77, platform \$0.95, yours \$3.82.\nLast row: 4, hash [0-9a-f]{64}\n$/,
  ),
}

describe('node check-ledger.ts (docs/product/ledger.md#the-chain)', () => {
  it('verifies a ledger from its CSV, its JSON or the export of all data', async () => {
    expect(await check(csv)).toEqual(whole)
    expect(await check(json)).toEqual(whole)
    expect(await tampered(() => {})).toEqual(whole)
    const all = await app.request('GET', '/api/v1/me/export', { token })
    expect(await check(JSON.stringify(all.body))).toEqual(whole)
  })

  it('says that an empty ledger is empty', async () => {
    const none = { code: 0, out: expect.stringContaining('All 0 rows of 0 orders') }
    expect(await check(csv.slice(0, csv.indexOf('\n') + 1))).toMatchObject(none)
    expect(await check('{"items": []}')).toMatchObject(none)
  })

  it.each([
    'sequence',
    'created_at',
    'order_item_id',
    'transaction_type',
    'gross_commission',
    'platform_fee_amount',
    'user_amount',
    'available_on',
    'payee_id',
    'pair_sequence',
    'gross_commission_cents',
    'platform_fee_cents',
    'user_amount_cents',
    'fee_bps',
    'hash_version',
    'rule',
    'evidence',
    'observation_id',
    'reason',
    'marketplace',
    'earning_month',
    'previous_hash',
    'hash',
  ])('finds a changed %s, and its line', async (column) => {
    const { code, out } = await tampered(([, second]) => {
      const cell = second?.[column] ?? ''
      const other = column === 'created_at' ? cell.replace('Z', '1Z').replace(/\.\d/, '.') : bump(cell)
      if (second) second[column] = other
      expect(other).not.toBe(cell)
    })
    expect(code).toBe(1)
    // The first row has a title of two lines.
    expect(out).toMatch(/^WRONG at line 4: .+\.\nThe 1 rows before it are as they were posted\.\n$/)
  })

  it('finds a row that was made to count with another month', async () => {
    const { code, out } = await tampered(([, second]) =>
      Object.assign(second as Cells, { counts_month: '2026-07-01' }),
    )
    expect(code).toBe(1)
    expect(out).toContain('WRONG at line 4: the row does not have its hash')
  })

  it('reads rows of all versions, also in files without a version, and refuses an older one after a newer one', async () => {
    const { pool } = app.database
    await rehash([1, 2, 3, 4])
    const mixed = await exported('csv')
    await rehash([1, 1, 1, 1])
    const first: Cells[] = parse(await exported('csv'), { columns: true, bom: true })
    await rehash([2, 1, 1, 1])
    const turned = await exported('json')
    await rehash([4, 4, 4, 4])
    expect(await check(mixed)).toEqual(whole)
    const columns = Object.keys(first[0] ?? {}).filter(
      (column) =>
        !/^(hash_version|rule|evidence|observation_id|reason|marketplace|earning_month|counts_month)$/.test(
          column,
        ),
    )
    const asBefore = first.map((row) => quoted(columns.map((column) => row[column] ?? '')))
    expect(await check(csvRows([columns]) + asBefore.join(''))).toEqual(whole)
    expect((await check(turned)).out).toContain('WRONG at row 2: this row is of an older version')
    const unknown = await tampered(([, second]) => Object.assign(second as Cells, { hash_version: '5' }))
    expect(unknown.out).toContain('does not know rows of version 5')
    expect((await pool.query('select distinct hash_version from earnings_ledger')).rows).toEqual([
      { hash_version: 4 },
    ])
  })

  it('reads rows without an order', async () => {
    const file = JSON.parse(json)
    const last = file.items.at(-1)
    const row = {
      ...last,
      sequence: 5,
      previous_hash: last.hash,
      order_item_id: null,
      pair_sequence: null,
      fee_bps: null,
      transaction_type: 'payout',
      gross_commission_cents: -300,
      platform_fee_cents: 0,
      user_amount_cents: -300,
      gross_commission: -3,
      platform_fee_amount: 0,
      user_amount: -3,
      rule: null,
      evidence: null,
      observation_id: null,
      reason: null,
    }
    const { rows } = await app.database.owner.pool.query(
      `select encode(ledger_row_hash(jsonb_populate_record(null::earnings_ledger, $1)), 'hex') as hash`,
      [{ ...row, previous_hash: `\\x${row.previous_hash}` }],
    )
    file.items.push({ ...row, hash: rows[0].hash })
    expect((await check(JSON.stringify(file))).out).toMatch(/^All 5 rows of 2 orders .*\nCommission \$1.77, /)
    file.items.at(-1).user_amount_cents = -301
    expect((await check(JSON.stringify(file))).out).toContain('WRONG at row 5')
  })

  it('finds a row that was left out, doubled or moved', async () => {
    expect(await tampered((rows) => rows.splice(1, 1))).toMatchObject({
      code: 1,
      out: expect.stringContaining('row 3, not 2'),
    })
    expect(await tampered((rows) => rows.shift())).toMatchObject({
      code: 1,
      out: expect.stringContaining('row 2, not 1'),
    })
    expect(await tampered((rows) => rows.splice(1, 0, rows[0] as Cells))).toMatchObject({ code: 1 })
    expect(await tampered((rows) => rows.reverse())).toMatchObject({ code: 1 })
  })

  it('says in words what is wrong, and in which row of a JSON file', async () => {
    const file = JSON.parse(json)
    file.items[2].user_amount_cents += 1
    expect((await check(JSON.stringify(file))).out).toContain(
      'WRONG at row 3: the row does not have its hash',
    )
    const dollars = await tampered(([first]) => Object.assign(first as Cells, { user_amount: '99.00' }))
    expect(dollars.out).toMatch(/WRONG at line 2: user_amount is 99.00, but was posted as \$\d+\.\d\d\./)
  })

  it('says that a file is no ledger', async () => {
    const unread = { code: 2, out: '' }
    expect(await check('a,b\n1,2\n')).toMatchObject({
      ...unread,
      err: expect.stringContaining('no column sequence'),
    })
    expect(await check('{"a": 1}')).toMatchObject({
      ...unread,
      err: expect.stringContaining('no ledger in it'),
    })
    expect(await check(`${csv}"open`)).toMatchObject({
      ...unread,
      err: expect.stringContaining('is no line of a CSV'),
    })
  })
})

/** Another value of the same kind. */
const bump = (cell: string): string =>
  cell.replace(/[0-9a-z](?=[^0-9a-z]*$)/, (last) => (last === '1' ? '2' : '1'))
