import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../tests/harness/database.ts'
import { insertOrder, insertPerson, insertProduct, type Person } from '../tests/harness/factories.ts'

let database: TestDatabase
const at = '2026-09-01T12:00:00Z'

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const run = (statement: string, values: unknown[] = []) => database.owner.pool.query(statement, values)

const addPerson = () => insertPerson(database.db)
const addProduct = async (owner: Person) => (await insertProduct(database.db, owner)).id
const addOrder = () => insertOrder(database.db, { at: new Date(at) })

const post = (
  payee: string,
  order: string,
  place: number,
  cents: { gross: number; fee: number; user: number },
) =>
  run(
    `insert into earnings_ledger (payee_id, order_item_id, pair_sequence, transaction_type, gross_commission_cents,
       platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
     values ($1, $2, $3::int, case when $3::int = 1 then 'commission' else 'return' end, $4, $5, $6, 2000,
       '2026-11-29', $7)
     returning sequence, previous_hash, hash`,
    [payee, order, place, cents.gross, cents.fee, cents.user, at],
  )

describe('orders and the ledger', () => {
  it('observations are immutable', async () => {
    const { observationId } = await addOrder()
    await expect(
      run('update order_observations set commission_cents = 0 where id = $1', [observationId]),
    ).rejects.toThrow(/append-only/)
    await expect(run('delete from order_observations where id = $1', [observationId])).rejects.toThrow(
      /append-only/,
    )
  })

  it('a match belongs to somebody unless it is unknown, and a manual one has a reason', async () => {
    const { id } = await addOrder()
    const person = await addPerson()
    const match = (confidence: string, payee: string | null, reason: string) =>
      run(
        `insert into order_matches (order_item_id, confidence, payee_id, reason, matched_at, order_date)
         values ($1, $2, $3, $4, $5, '2026-09-01')`,
        [id, confidence, payee, reason, at],
      )
    await expect(match('high', null, 'sub tag')).rejects.toThrow(/check/)
    await expect(match('unknown', person.payeeId, 'none')).rejects.toThrow(/check/)
    await expect(match('manual', person.payeeId, ' ')).rejects.toThrow(/check/)
    await match('high', person.payeeId, 'sub tag')
  })

  it('a tracking id belongs to one creator at a time', async () => {
    const [one, two] = [await addPerson(), await addPerson()]
    const assign = (payee: string, from: string, to: string | null) =>
      run(
        `insert into tracking_ids (tag, marketplace, payee_id, valid_from, valid_to, created_at)
         values ('ana-20', 'us', $1, $2, $3, $4)`,
        [payee, from, to, at],
      )
    await assign(one.payeeId, '2026-01-01', '2026-06-01')
    await assign(two.payeeId, '2026-06-01', null)
    await expect(assign(one.payeeId, '2026-12-01', null)).rejects.toThrow(/exclu/)
  })

  it('every row balances to the cent and nothing can be changed, removed or truncated', async () => {
    const person = await addPerson()
    const order = await addOrder()
    await expect(post(person.payeeId, order.id, 1, { gross: 400, fee: 80, user: 321 })).rejects.toThrow(
      /balances/,
    )
    await post(person.payeeId, order.id, 1, { gross: 400, fee: 80, user: 320 })
    await expect(run('update earnings_ledger set user_amount_cents = 0')).rejects.toThrow(/append-only/)
    await expect(run('delete from earnings_ledger')).rejects.toThrow(/append-only/)
    await expect(run('truncate earnings_ledger cascade')).rejects.toThrow(/append-only/)
    await expect(post(person.payeeId, order.id, 1, { gross: 400, fee: 80, user: 320 })).rejects.toThrow(
      /unique/,
    )
  })

  it('each payee’s rows form one chain, whoever writes at the same time', async () => {
    const person = await addPerson()
    const orders = await Promise.all(Array.from({ length: 8 }, () => addOrder()))
    await Promise.all(orders.map(({ id }) => post(person.payeeId, id, 1, { gross: 100, fee: 20, user: 80 })))
    const { rows } = await run(
      `select sequence, previous_hash, hash, hash = ledger_row_hash(l) as holds
       from earnings_ledger l where payee_id = $1 order by sequence`,
      [person.payeeId],
    )
    expect(rows.map((row) => row.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(rows.every((row) => row.holds)).toBe(true)
    for (let i = 1; i < rows.length; i++) expect(rows[i].previous_hash).toEqual(rows[i - 1].hash)
  })
})

describe('the audit log', () => {
  it('cannot be rewritten', async () => {
    await run(`insert into admin_audit (action, subject, created_at) values ('order.assign', 'o-1', $1)`, [
      at,
    ])
    for (const statement of [
      `update admin_audit set details = '{"reason": "other"}'`,
      'delete from admin_audit',
      'truncate admin_audit',
    ])
      await expect(run(statement), statement).rejects.toThrow(
        /append-only|cannot truncate a table referenced/,
      )
  })
})

describe('posting to the ledger', () => {
  it('no column of a row can be changed', async () => {
    const person = await addPerson()
    await post(person.payeeId, (await addOrder()).id, 1, { gross: 400, fee: 80, user: 320 })
    const { rows } = await run(
      `select column_name from information_schema.columns
       where table_schema = 'public' and table_name = 'earnings_ledger'`,
    )
    expect(rows.length).toBeGreaterThan(15)
    for (const { column_name: column } of rows)
      await expect(run(`update earnings_ledger set ${column} = ${column}`), column).rejects.toThrow(
        /append-only/,
      )
  })

  it('a hash is that of the row’s values and of the row before it, as anyone can work out', async () => {
    const person = await addPerson()
    const orders = [await addOrder(), await addOrder()]
    for (const { id } of orders) await post(person.payeeId, id, 1, { gross: 400, fee: 80, user: 320 })
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    const { rows } = await run(
      `select encode(hash, 'hex') as hash from earnings_ledger where payee_id = $1 order by sequence`,
      [person.payeeId],
    )
    let previous = sha256(person.payeeId)
    for (const [i, { hash }] of rows.entries()) {
      // Days from 2000-01-01 to 2026-11-29, and microseconds from 1970 to 2026-09-01T12:00:00Z.
      const values = [
        '4',
        previous,
        person.payeeId,
        `${i + 1}`,
        `${orders[i]?.id}`,
        '1',
        'commission',
        '400',
        '80',
      ]
      const more = ['320', '2000', '9829', '1788264000000000']
      // It has no evidence of the rule it was posted by, no month, and counts with none.
      const covered = `${[...values, ...more].map((value) => `${value.length}:${value},`).join('')}-,-,-,-,-,-,-,`
      expect(hash).toBe(sha256(covered))
      previous = hash
    }
  })

  it('adds to the sums of payee and product in the statement that posts, and in no other', async () => {
    const person = await addPerson()
    const product = await addProduct(person)
    const orders = [await addOrder(), await addOrder()]
    await run(
      `insert into earnings_ledger (payee_id, product_id, order_item_id, pair_sequence, transaction_type,
         gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
       select $1, $2, unnest($3::text[]), 1, 'commission', 400, 80, 320, 2000, '2026-11-29', '2026-09-01T12:14:59Z'`,
      [person.payeeId, product, orders.map(({ id }) => id)],
    )
    const sums = {
      quarter: new Date('2026-09-01T12:00:00Z'),
      available_on: '2026-11-29',
      gross_commission_cents: 800,
      user_amount_cents: 640,
      commissions: 2,
      entries: 2,
    }
    const read = async () => ({
      quarters: (await run('select * from earnings_quarters where payee_id = $1', [person.payeeId])).rows,
      product: (await run('select earnings_cents from earnings where product_id = $1', [product])).rows,
    })
    expect(await read()).toMatchObject({ quarters: [sums], product: [{ earnings_cents: 640 }] })
    const again = post(person.payeeId, orders[0]?.id ?? '', 1, { gross: 400, fee: 80, user: 320 })
    await expect(again).rejects.toThrow(/unique/)
    await post(person.payeeId, orders[0]?.id ?? '', 2, { gross: -400, fee: -80, user: -320 })
    // An order that came to nothing is no commission any more.
    const back = { ...sums, gross_commission_cents: 400, user_amount_cents: 320, commissions: 1, entries: 3 }
    expect(await read()).toMatchObject({ quarters: [back], product: [{ earnings_cents: 640 }] })
  })

  it('a run of the pipeline has one posting run', async () => {
    const { rows } = await run(
      `insert into order_runs (kind, created_at) values ('calculate', $1) returning id`,
      [at],
    )
    const open = () => run('insert into posting_runs (run_id, started_at) values ($1, $2)', [rows[0].id, at])
    await open()
    await expect(open()).rejects.toThrow(/posting_runs_run/)
  })
})

describe('imports (decision 24)', () => {
  const add = async (columns: Record<string, unknown> = {}) => {
    const values = { marketplace: 'us', report_as_of: at, created_at: at, state: 'receiving', ...columns }
    const names = Object.keys(values)
    const { rows } = await run(
      `insert into import_batches (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()}) returning id`,
      Object.values(values),
    )
    return rows[0].id as string
  }
  const read = { format: 'folio_csv', file_hash: randomBytes(32) }
  const become = (id: string, state: string) =>
    run('update import_batches set state = $2 where id = $1', [id, state])

  it('move forward only, and do not change once ended', async () => {
    const id = await add(read)
    await expect(become(id, 'merged')).rejects.toThrow(/receiving cannot become merged/)
    for (const state of ['received', 'question', 'received', 'staged', 'merged']) await become(id, state)
    for (const state of ['staged', 'failed', 'discarded'])
      await expect(become(id, state)).rejects.toThrow(/cannot become/)
    await expect(run('update import_batches set total = 7 where id = $1', [id])).rejects.toThrow(
      /stays as it/,
    )
    await expect(run('delete from import_batches where id = $1', [id])).rejects.toThrow(/append-only/)
    const failed = await add({ state: 'failed' })
    await expect(become(failed, 'received')).rejects.toThrow(/cannot become/)
  })

  it('can be undone once, with a reason', async () => {
    const id = await add({ ...read, file_hash: randomBytes(32), state: 'merged' })
    await expect(run('update import_batches set undone_at = $2 where id = $1', [id, at])).rejects.toThrow(
      /check/,
    )
    const undo = (reason: string) =>
      run('update import_batches set undone_at = $2, undone_reason = $3 where id = $1', [id, at, reason])
    await undo('The wrong file.')
    await expect(undo('Another reason.')).rejects.toThrow(/stays as it was/)
    await expect(
      run('update import_batches set undone_at = null, undone_reason = null where id = $1', [id]),
    ).rejects.toThrow(/stays as it was/)
  })

  it('count once per file and marketplace', async () => {
    const file = { ...read, file_hash: randomBytes(32), state: 'merged' }
    const id = await add(file)
    await expect(add(file)).rejects.toThrow(/import_batches_file/)
    await add({ ...file, marketplace: 'uk' })
    await run(`update import_batches set undone_at = $2, undone_reason = 'Wrong.' where id = $1`, [id, at])
    await add(file)
  })

  it('of one day count in one paying format, and one of Amazon’s own reports', async () => {
    const day = async (format: string, columns: { pays: boolean; counts?: boolean; on?: string }) => {
      const importId = await add({ ...read, format, file_hash: randomBytes(32), state: 'merged' })
      return run(
        `insert into import_days (import_id, marketplace, format, pays, day, counts) values ($1, 'us', $2, $3, $4, $5)`,
        [importId, format, columns.pays, columns.on ?? '2020-02-01', columns.counts ?? false],
      )
    }
    await day('folio_csv', { pays: true })
    await day('folio_csv', { pays: true })
    await day('fee_orders', { pays: false })
    await expect(day('fee_earnings', { pays: true })).rejects.toThrow(/import_days_one_paying_format/)
    await day('fee_earnings', { pays: true, counts: true, on: '2020-02-02' })
    await expect(day('fee_earnings', { pays: true, counts: true, on: '2020-02-02' })).rejects.toThrow(
      /import_days_one_counts/,
    )
  })

  it('leave orders that cannot be removed, with one observation per import', async () => {
    const { id, observationId } = await addOrder()
    await expect(run('delete from amazon_orders where order_item_id = $1', [id])).rejects.toThrow(
      /append-only/,
    )
    await expect(
      run(
        `insert into order_observations (batch_id, line, order_item_id, order_date, asin, quantity, commission_cents,
           order_status, content_hash)
         select batch_id, 2, order_item_id, order_date, asin, quantity, commission_cents, order_status, content_hash
         from order_observations where id = $1`,
        [observationId],
      ),
    ).rejects.toThrow(/unique/)
    await expect(
      run('update amazon_orders set observation_id = uuidv7() where order_item_id = $1', [id]),
    ).rejects.toThrow(/foreign key/)
  })
})
