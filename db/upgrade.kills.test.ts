import { expect, it } from 'vitest'
import { clickChecks, createClickRecorder } from '../src/clicks/index.ts'
import { addressOf, clickOn } from '../src/clicks/testing/clicks.ts'
import { earningsChecks } from '../src/earnings/index.ts'
import { post } from '../src/earnings/testing/ledger.ts'
import { mergeRun } from '../src/orders/imports/merge/runs.ts'
import { hashBeforeMonths } from '../src/orders/imports/testing/content-hash.ts'
import { type StagedRow, stagedIn } from '../src/orders/imports/testing/staged.ts'
import { match } from '../src/orders/matching/testing/orders.ts'
import { calculate, giveOrder, putOrder } from '../src/orders/posting/testing/orders.ts'
import { orderChecks } from '../src/orders/proof/verify.ts'
import { unwatched } from '../src/orders/testing/progress.ts'
import { ManualClock } from '../src/platform/clock.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createLog } from '../src/platform/log.ts'
import { verify } from '../src/platform/verification.ts'
import { databaseOf } from '../tests/harness/earlier-database.ts'
import { insertOrder, insertPerson, insertProduct } from '../tests/harness/factories.ts'
import { postAsBefore } from './testing/posted-as-before.ts'

const clock = new ManualClock(new Date())

it('0022 carries over clicks and earnings of products, and both go on', async () => {
  const database = await databaseOf(21)
  const { db, pool } = database
  const ana = await insertPerson(db)
  const [mug, lamp] = [(await insertProduct(db, ana)).id, (await insertProduct(db, ana)).id]
  // As the program did itself before.
  await pool.query('insert into earnings (product_id) select id from products')
  const record = async (productId: string, from: number) => {
    const recorder = createClickRecorder({ db, clock: clock.now, log: createLog('silent') })
    await recorder.record(clickOn(productId, { address: addressOf(from) }))
    await recorder.close()
  }
  for (const from of [1, 2, 3])
    await pool.query(
      `select record_clicks(array[$1::uuid], '{view}', '{counted}', '{null}', '{null}', array[uuidv7()], '{null}',
        array[sha256($2)], '{null}', '{null}', '{null}', '{null}', '{null}', array[$3::timestamptz])`,
      [mug, `visitor ${from}`, clock.now()],
    )
  await postAsBefore(database, ana, { order: '111-1', productId: mug })
  const totals = async () =>
    (
      await pool.query(
        `select clicks_count, earnings_cents from click_totals full join earnings using (product_id)
         order by product_id`,
      )
    ).rows
  const before = (await pool.query('select clicks_count, earnings_cents from earnings order by product_id'))
    .rows
  expect(before).toEqual([
    { clicks_count: 3, earnings_cents: 400 },
    { clicks_count: 0, earnings_cents: 0 },
  ])

  expect(await migrate(database.address)).toContain('0022_click_totals')
  expect(await totals()).toEqual(before)
  await insertProduct(db, ana)
  await record(mug, 4)
  await record(lamp, 1)
  await post({ database }, ana, [{ gross: 100, at: clock.now(), productId: lamp }])
  expect(await totals()).toEqual([
    { clicks_count: 4, earnings_cents: 400 },
    { clicks_count: 1, earnings_cents: 80 },
    { clicks_count: 0, earnings_cents: 0 },
  ])
  const lines: string[] = []
  const checks = [clickChecks({ retentionDays: 400 }), earningsChecks]
  await verify({ db, clock: clock.now, actor: null }, checks, (line) => lines.push(line))
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
})

it('0026 keeps the orders, matches and ledger of Fee-Earnings reports, and distinguishes their rows from then on', async () => {
  const database = await databaseOf(22)
  const { db, pool } = database
  const [ana, ben] = [await insertPerson(db), await insertPerson(db)]
  const product = new Map<string, string>()
  for (const person of [ana, ben]) product.set(person.payeeId, (await insertProduct(db, person)).id)
  const key = 'fee-us-B0C7KQ4T2M-0123456789ab'
  const idOf = (day: string, number: number) => key.replace('fee-us', `fee-us-${day}`).concat(`-${number}`)
  let hour = 0
  /** A report as its rows were numbered before: by position and day. */
  const tell = async (rows: [day: string, cents: number][], state = 'merged') => {
    hour += 1
    const { rows: added } = await pool.query(
      `insert into import_batches (state, format, marketplace, file_hash, report_as_of, total, created_at, merged_at, preview)
       values ($4, 'fee_earnings', 'us', sha256($1::text::bytea), $2, $3, now(), now(), '{}') returning id`,
      [hour, `2026-11-20T0${hour}:00:00Z`, rows.length, state],
    )
    const { id } = added[0]
    const table = `import_staging_${id.replaceAll('-', '')}`
    if (state === 'staged') await pool.query(`create table ${table} (like import_staging including all)`)
    const numbers = new Map<string, number>()
    for (const [index, [day, cents]] of rows.entries()) {
      const number = (numbers.get(day) ?? 0) + 1
      numbers.set(day, number)
      if (state === 'staged')
        await pool.query(
          `insert into ${table} values ($1, $2, $3, null, 'B0C7KQ4T2M', 'A mug', 1, $4, null, 'shipped', null, null)`,
          [index + 2, idOf(day, number), day, cents],
        )
      else
        await pool.query(
          `insert into order_observations (batch_id, line, order_item_id, order_date, asin, product_title, quantity,
             commission_cents, order_status, content_hash, fee_key)
           values ($1, $2, $3, $4, 'B0C7KQ4T2M', 'A mug', 1, $5, 'shipped', sha256($3::text::bytea), $6)`,
          [id, index + 2, idOf(day, number), day, cents, key],
        )
    }
    if (state === 'staged') return id
    const days = [...numbers.keys()]
    await pool.query(`update import_days set counts = false where day = any ($1::date[])`, [days])
    for (const day of days)
      await pool.query(
        `insert into import_days (import_id, marketplace, format, pays, day, counts)
         values ($1, 'us', 'fee_earnings', true, $2, true)`,
        [id, day],
      )
    return id
  }
  // The first two swapped positions in the second report; another was restated; one is gone.
  await tell([
    ['2026-11-03', 100],
    ['2026-11-03', 300],
    ['2026-11-04', 50],
    ['2026-11-05', 7],
    ['2026-11-05', 8],
  ])
  await tell([
    ['2026-11-03', 80],
    ['2026-11-03', 100],
    ['2026-11-03', 300],
    ['2026-11-04', 60],
    ['2026-11-05', 8],
  ])
  await pool.query(
    `insert into amazon_orders (order_item_id, observation_id, marketplace, format, order_date, shipped_on, asin,
       product_title, quantity, commission_cents, order_status, updated_at)
     select distinct on (order_item_id) order_item_id, case when d.counts then s.id end, 'us', 'fee_earnings', order_date,
       order_date, asin, product_title, quantity, commission_cents, order_status, now()
     from order_observations s join import_days d on d.import_id = s.batch_id and d.day = s.order_date
     order by order_item_id, counts desc`,
  )
  const owners = [ana, ben, ana, ben, ana]
  const { rows: orders } = await pool.query(
    'select order_item_id as id, commission_cents as cents from amazon_orders where observation_id is not null order by 1',
  )
  for (const [index, { id, cents }] of orders.entries()) {
    const { payeeId } = owners[index] ?? ana
    await pool.query(
      `insert into order_matches (order_item_id, order_date, confidence, payee_id, product_id, reason, is_held, matched_at)
       select order_item_id, order_date, 'manual', $2, $3, 'x', true, now() from amazon_orders where order_item_id = $1`,
      [id, payeeId, product.get(payeeId)],
    )
    const fee = Math.round(cents / 5)
    await pool.query(
      `insert into earnings_ledger (payee_id, product_id, order_item_id, pair_sequence, transaction_type,
         gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
       values ($1, $2, $3, 1, 'commission', $4, $5, $6, 2000, '2027-01-29', now())`,
      [payeeId, product.get(payeeId), id, cents, fee, cents - fee],
    )
  }
  const waiting = await tell(
    [
      ['2026-11-03', 300],
      ['2026-11-03', 100],
      ['2026-11-03', 80],
    ],
    'staged',
  )
  const all = async () => ({
    orders: (
      await pool.query(
        `select to_jsonb(o) - '{review_reason,waiting_return_cents,taken_from_id,currency,other_months}'::text[] as row from amazon_orders o order by order_item_id`,
      )
    ).rows,
    matches: (await pool.query('select * from order_matches order by order_item_id')).rows.map(
      ({
        note_to_creator: _,
        review: __,
        is_provisional: ___,
        judged: ____,
        looked_at_again_from: _____,
        ...match
      }) => match,
    ),
    ledger: (
      await pool.query(
        `select to_jsonb(l) - '{hash_version,rule,evidence,observation_id,marketplace,earning_month,counts_month}'::text[] as row from earnings_ledger l order by id`,
      )
    ).rows,
  })
  // Without columns that observations did not have yet.
  await pool.query(`
    set session_replication_role = replica;
    update order_observations s set content_hash = ${hashBeforeMonths.replace(', s.returns::text', '')} from import_batches b where b.id = s.batch_id;
    set session_replication_role = default`)
  const before = await all()

  await migrate(database.address)
  expect(await all()).toEqual(before)
  const proven = async () => {
    const lines: string[] = []
    await verify({ db, clock: clock.now, actor: null }, [orderChecks, earningsChecks], (line) =>
      lines.push(line),
    )
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
  }
  await proven()

  const world = stagedIn(database)
  const row = (day: string, cents: number): StagedRow => ({ id: key, day: `2026-11-0${day}`, cents })
  // The same rows in another order, in a newer report; then an older one that had been staged before.
  const rows = [row('5', 8), row('4', 60), row('3', 300), row('3', 80), row('3', 100)]
  const again = await world.stage({ format: 'fee_earnings', asOf: '2026-11-21T00:00:00Z', rows })
  const nothing = { imported: 0, updated: 0, withdrawn: 0 }
  expect(await mergeRun(world.context, again, unwatched)).toMatchObject({ ...nothing, unchanged: 5 })
  expect(await mergeRun(world.context, waiting, unwatched)).toMatchObject({ ...nothing, unchanged: 3 })
  const { matches, ledger } = await all()
  expect({ matches, ledger }).toEqual({ matches: before.matches, ledger: before.ledger })
  await proven()
  // One more row, first in its file, has an order of its own.
  const more = await world.stage({
    format: 'fee_earnings',
    asOf: '2026-11-22T00:00:00Z',
    rows: [row('3', 90), ...rows],
  })
  expect(await mergeRun(world.context, more, unwatched)).toMatchObject({
    imported: 1,
    updated: 0,
    withdrawn: 0,
  })
  await proven()
})

it('0028 changes neither earlier matches nor the ledger, and puts none of them under review', async () => {
  const database = await databaseOf(22)
  const { db, pool } = database
  const [ana, ben] = [await insertPerson(db), await insertPerson(db)]
  const [mug, lamp] = [await insertProduct(db, ana), await insertProduct(db, ben)]
  const posted = await insertOrder(db)
  // Contested, as it was decided before: by the last press.
  await pool.query(
    `insert into order_matches (order_item_id, order_date, confidence, payee_id, product_id, short_link_id, reason,
       evidence, matched_at)
     select order_item_id, order_date, 'medium', $2, $3, $4, 'The last one counts.',
       '{"rule": "outbound_24h_several", "creators": 2}', now()
     from amazon_orders where order_item_id = $1`,
    [posted.id, ben.payeeId, lamp.id, lamp.shortLinkId],
  )
  await pool.query(
    `insert into earnings_ledger (payee_id, product_id, order_item_id, pair_sequence, transaction_type,
       gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
     select $2, $3, order_item_id, 1, 'commission', commission_cents, commission_cents / 5,
       commission_cents - commission_cents / 5, 2000, '2026-11-29', now()
     from amazon_orders where order_item_id = $1`,
    [posted.id, ben.payeeId, lamp.id],
  )
  const press = (id: string) =>
    pool.query(
      `insert into clicks (product_id, kind, outcome, visitor, clicked_at)
       values ($1, 'outbound', 'counted', sha256($2), now())`,
      [id, id],
    )
  for (const { id } of [mug, lamp]) await press(id)
  const stored = async () => [
    (
      await pool.query('select to_jsonb(m) - $1::text[] as row from order_matches m', [
        ['review', 'note_to_creator', 'is_provisional', 'judged', 'looked_at_again_from'],
      ])
    ).rows,
    (
      await pool.query(
        `select to_jsonb(l) - '{hash_version,rule,evidence,observation_id,marketplace,earning_month,counts_month}'::text[] as row from earnings_ledger l`,
      )
    ).rows,
  ]
  const before = await stored()

  expect(await migrate(database.address)).toContain('0028_under_review')
  expect(await stored()).toEqual(before)
  expect((await pool.query('select review, is_provisional from order_matches')).rows).toEqual([
    { review: null, is_provisional: false },
  ])
  expect((await pool.query('select from earnings_holds')).rowCount).toBe(0)
  // Matched again by today's rules, a posted order stays with its creator.
  await pool.query(
    'insert into orders_to_match select order_item_id, order_date from amazon_orders where order_item_id = $1',
    [posted.id],
  )
  await match(db)
  expect(await stored()).toEqual(before)
  const lines: string[] = []
  await verify({ db, clock: clock.now, actor: null }, [earningsChecks, orderChecks], (line) =>
    lines.push(line),
  )
  // The order was stored without an import.
  expect(lines.filter((line) => line.startsWith('WRONG') && !/imports said/.test(line))).toEqual([])
})

it('0029 changes no posted rows, counts those that stand, and hashes new ones with the rule they were posted by', async () => {
  const database = await databaseOf(28)
  const { db, pool } = database
  const [ana, ben] = [await insertPerson(db), await insertPerson(db)]
  await postAsBefore(database, ana, { order: '=a|"b",1' })
  await postAsBefore(database, ana, { order: '111-2' })
  await postAsBefore(database, ana, { order: '111-2', place: 2, gross: -500 })
  await postAsBefore(database, ben, { order: '111-3' })
  const rows = async () =>
    (await pool.query('select * from earnings_ledger order by payee_id, sequence')).rows
  const counted = async () =>
    (await pool.query('select commissions from earnings_quarters where payee_id = $1', [ana.payeeId])).rows
  const before = await rows()
  expect(await counted()).toEqual([{ commissions: 2 }])

  expect(await migrate(database.address)).toContain('0029_why_stays')
  const none = {
    ...{ hash_version: 1, rule: null, evidence: null, observation_id: null },
    ...{ marketplace: null, earning_month: null, counts_month: null },
  }
  expect(await rows()).toEqual(before.map((row) => ({ ...row, ...none })))
  expect(await counted()).toEqual([{ commissions: 1 }])
  await post({ database }, ana, [
    { order: '=a|"b",1', gross: -500, at: clock.now(), pair: 2, type: 'return', availableOn: '2026-11-29' },
  ])
  expect(
    (await rows()).filter(({ payee_id }) => payee_id === ana.payeeId).map((row) => row.hash_version),
  ).toEqual([1, 1, 1, 4])
  const lines: string[] = []
  await verify({ db, clock: clock.now, actor: null }, [earningsChecks], (line) => lines.push(line))
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
})

it('0075 changes no posted rows and no sums, and hashes new ones with their month', async () => {
  const database = await databaseOf(74)
  const { db, pool } = database
  const ana = await insertPerson(db)
  await post({ database }, ana, [{ order: '111-1', gross: 500, at: clock.now() }])
  const rows = async () => (await pool.query('select * from earnings_ledger order by sequence')).rows
  const sums = async () => (await pool.query('select * from earnings_quarters')).rows
  const [rowsBefore, sumsBefore] = [await rows(), await sums()]

  expect(await migrate(database.address)).toContain('0075_rows_name_their_month')
  const ofNone = { marketplace: null, earning_month: null }
  const none = { ...ofNone, counts_month: null }
  expect(await rows()).toEqual(rowsBefore.map((row) => ({ ...row, ...none })))
  expect(await sums()).toEqual(sumsBefore.map((row) => ({ ...row, ...ofNone, paid_cents: 0 })))
  const person = { person: ana, productId: (await insertProduct(db, ana)).id }
  await putOrder(db, '111-2', { cents: 500 })
  await giveOrder(db, '111-2', person)
  await calculate({ db, clock: clock.now })
  expect((await rows()).map((row) => [row.hash_version, row.marketplace, row.earning_month])).toEqual([
    [2, null, null],
    [4, 'us', '2026-09-01'],
  ])
  const lines: string[] = []
  await verify({ db, clock: clock.now, actor: null }, [earningsChecks], (line) => lines.push(line))
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
})
