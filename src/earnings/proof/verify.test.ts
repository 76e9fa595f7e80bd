import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { calculate, giveOrder, putOrder } from '../../orders/posting/testing/orders.ts'
import { seenBy } from '../../orders/proof/testing/tampering.ts'
import { ManualClock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/context.ts'
import { signCheckpoint } from '../log/service.ts'
import { appendEntries, type EntryWithoutOrder } from '../posting/without-order.ts'
import { earningsChecks } from './verify.ts'

let database: TestDatabase
const clock = new ManualClock(new Date('2026-10-01T12:00:00Z'))

// Ana has four rows of three orders, one of which went to Ben, and three payouts, one of which came back; two
// checkpoints were signed of that.
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const [ana, ben] = [await insertPerson(db), await insertPerson(db)]
  const [mug, lamp] = [await insertProduct(db, ana), await insertProduct(db, ben)]
  for (const [id, cents] of [
    ['111-1', 400],
    ['111-2', 1_001],
    ['111-3', 77],
  ] as const) {
    await putOrder(db, id, { cents })
    await giveOrder(db, id, { person: ana, productId: mug.id })
    // Each by itself, since orders that are posted together come in any order.
    await calculate({ db, clock: clock.now })
  }
  clock.advance(20 * 60_000)
  await giveOrder(db, '111-3', { person: ben, productId: lamp.id })
  await calculate({ db, clock: clock.now })
  const { payeeId } = ana
  const failed = { payeeId, type: 'payout', userCents: -200, reference: 'line 1', reason: null } as const
  const context = { db, clock: clock.now, actor: null }
  const append = (...entries: EntryWithoutOrder[]) =>
    inTransaction(context, (tx) => appendEntries(tx, entries, { reportTimeZone: 'UTC' }))
  await append(failed, { ...failed, userCents: -100, reference: 'line 2' })
  await append({ ...failed, type: 'payout_reversal', userCents: 200 })
  const key = randomBytes(32)
  const signer = { key: { make: async () => key }, origin: 'folio.example/ledger' }
  await signCheckpoint(context, signer)
  await append({ ...failed, userCents: -100, reference: 'line 3' })
  await signCheckpoint(context, signer)
})
afterAll(() => database.close())

const chains = 'ledger rows balance and form one chain a payee'
const pairs = 'ledger rows of an order and payee follow each other at one fee rate'
const withoutOrder = 'payouts, returned payouts and manual adjustments have their form, once each'
const strangers = 'ledger rows name payees, orders and runs that exist, and products of their payees'
const products = 'products’ earnings equal their ledger rows'
const quarters = 'payees’ quarters of an hour equal their ledger rows'
const productQuarters = 'payees’ quarters of an hour by product equal their ledger rows'
const orders = 'creators’ orders equal their ledger rows'

const ties = 'payees belong to the people that their ties name, or are claimed by them'
const log = 'sealed ledger rows and ties are in the log, once and in order'
const nodes = 'the nodes of the log are the hashes of what is below them'
const checkpoints = 'checkpoints have the roots of the log, follow each other and are signed'

const set = (assignment: string, where = `order_item_id = '111-2'`) =>
  sql.raw(`update earnings_ledger set ${assignment} where ${where}`)
/** Each payee becomes the other person’s. */
const givenAway = [
  sql`create temporary table persons on commit drop as select id, user_id from payees`,
  sql`update payees set user_id = null`,
  sql`update payees y set user_id = o.user_id from persons o where o.id <> y.id`,
]
/** What the table itself would refuse. */
const withoutChecks = sql`
  alter table earnings_ledger drop constraint earnings_ledger_balances, drop constraint earnings_ledger_check,
    drop constraint earnings_ledger_form`
const seen = (...tamper: RawBuilder<unknown>[]) =>
  seenBy(database.owner.db, earningsChecks, [withoutChecks, ...tamper])

describe('npm run verify: the ledger', () => {
  it('finds nothing where nothing is wrong, and says how much it has read', async () => {
    expect(await seen()).toEqual({})
    const context = { db: database.db, actor: null, clock: clock.now }
    const found = await Promise.all((await earningsChecks(context)).map(({ find }) => find()))
    expect(found.map(({ compared }) => compared)).toEqual([
      '9 rows',
      '9 rows',
      '4 rows',
      '9 rows',
      '2 products',
      '4 quarters',
      '3 quarters',
      '4 orders',
      '2 payees',
      '9 rows',
      '7 nodes',
      '2 checkpoints',
    ])
  })

  it.each([
    // What a hash covers, each field alone.
    ['an order', set(`order_item_id = '111-9'`), [chains]],
    ['a position in the chain', set('sequence = 9'), [chains]],
    ['a position in its order', set('pair_sequence = 2'), [chains, pairs]],
    ['a type', set(`transaction_type = 'adjustment'`), [chains, pairs, quarters]],
    [
      'an amount that does not balance',
      set('user_amount_cents = user_amount_cents + 1'),
      [chains, products, quarters, productQuarters],
    ],
    [
      'an amount that balances',
      set('gross_commission_cents = 2001, user_amount_cents = user_amount_cents + 1000'),
      [chains, pairs, products, quarters, productQuarters],
    ],
    [
      'a cent that changed hands',
      set('platform_fee_cents = platform_fee_cents - 1, user_amount_cents = user_amount_cents + 1'),
      [chains, pairs, products, quarters, productQuarters],
    ],
    ['a share', set('fee_bps = 1000'), [chains, pairs]],
    ['a day', set('available_on = available_on + 1'), [chains, quarters]],
    ['a time', set(`created_at = created_at + interval '1 microsecond'`), [chains]],
    ['a rule', set(`rule = 'sub_tag'`), [chains]],
    ['a missing rule', set('rule = null'), [chains]],
    ['what it was posted by', set(`evidence = '{"creators": 1}'`), [chains]],
    ['what the report said', set('observation_id = null'), [chains]],
    ['a marketplace', set(`marketplace = 'de'`), [chains, quarters]],
    ['a month', set(`earning_month = '2026-08-01'`), [chains, quarters]],
    ['no month', set('marketplace = null, earning_month = null'), [chains, quarters]],
    [
      'the month with which it counts',
      set(`counts_month = '2026-06-01'`, 'pair_sequence > 1'),
      [chains, quarters],
    ],
    ['a reason', set(`reason = 'another'`), [chains]],
    ['a predecessor', set(`previous_hash = sha256('x')`), [chains]],
    ['a hash', set(`hash = sha256('x')`), [chains]],
    [
      'a payee',
      set(
        `payee_id = (select payee_id from products p where p.payee_id <> earnings_ledger.payee_id limit 1)`,
      ),
      [chains, strangers, quarters, productQuarters],
    ],
    ['what a payout is for', set(`evidence = '{}'`, `transaction_type = 'payout'`), [chains, withoutOrder]],
    [
      'a payout’s amount',
      set('user_amount_cents = -201', 'user_amount_cents = -200'),
      [chains, withoutOrder],
    ],
    [
      'a payout that became none',
      set(`transaction_type = 'manual_adjustment'`, 'user_amount_cents = -100'),
      [withoutOrder],
    ],
    [
      'what came back',
      sql`delete from earnings_ledger where user_amount_cents = -200`,
      [withoutOrder, quarters],
    ],
    ['a payout’s sum', sql`update earnings_quarters set paid_cents = paid_cents + 1`, [quarters]],
    // What a hash does not cover.
    [
      'a product',
      set('product_id = (select id from products p where p.payee_id <> earnings_ledger.payee_id limit 1)'),
      [strangers, products, productQuarters],
    ],
    ['a product that there is not', set('product_id = uuidv7()'), [strangers, products, productQuarters]],
    ['a posting run that there is not', set('posting_run_id = uuidv7()'), [strangers]],
    ['an order that there is not', sql`delete from amazon_orders where order_item_id = '111-2'`, [strangers]],
    [
      'a row that is gone',
      sql.raw(`delete from earnings_ledger where order_item_id = '111-2'`),
      [chains, products, quarters, productQuarters, orders],
    ],
    ['a product’s earnings', sql`update earnings set earnings_cents = earnings_cents + 1`, [products]],
    ['a product’s missing earnings', sql`delete from earnings`, [products]],
    ['a payee’s quarter', sql`update earnings_quarters set commissions = commissions + 1`, [quarters]],
    ['a payee’s missing quarter', sql`delete from earnings_quarters`, [quarters]],
    [
      'a product’s quarter',
      sql`update earnings_product_quarters set user_amount_cents = user_amount_cents + 1`,
      [productQuarters],
    ],
    [
      'a creator’s order',
      sql`update earnings_orders set user_amount_cents = user_amount_cents + 1`,
      [orders],
    ],
    ['an order’s day', sql`update earnings_orders set order_date = order_date + 1`, [orders]],
    ['a creator’s missing order', sql`delete from earnings_orders`, [orders]],
    // Whose payees are.
    ['a payee that was given to another', givenAway, [ties]],
    ['a payee that was left', sql`update payees set user_id = null`, [ties]],
    ['a tie of another', sql`update payee_ties set commitment = sha256('x')`, [ties]],
    ['a missing tie', sql`delete from payee_ties`, [ties]],
    ['a missing salt', sql`delete from payee_tie_salts`, [ties]],
    ['a tie that the log never gets', sql`delete from payee_ties_to_log`, [log]],
    [
      'a tie that the log does not get in time',
      sql`update payee_ties set made_at = made_at - interval '3 days'`,
      [ties, log],
    ],
    // The log, and what was signed of it.
    ['a leaf', sql`update ledger_log set hash = sha256('x') where position = 0`, [log, nodes]],
    ['a missing leaf', sql`delete from ledger_log where position = 8`, [log, checkpoints]],
    ['a leaf of another row', sql`update ledger_log set entry_id = uuidv7() where position = 8`, [log]],
    ['a leaf at another place', sql`update ledger_log set position = 9 where position = 8`, [log]],
    ['a node', sql`update ledger_log_nodes set hash = sha256('x') where level = 2`, [nodes]],
    ['a missing node', sql`delete from ledger_log_nodes where level = 3`, [nodes, checkpoints]],
    ['a node of nothing', sql`insert into ledger_log_nodes values (4, 0, sha256('x'))`, [nodes]],
    ['a checkpoint’s root', sql`update ledger_checkpoints set root = sha256('x')`, [checkpoints]],
    ['a checkpoint’s size', sql`update ledger_checkpoints set size = 7 where size = 8`, [checkpoints]],
    ['a checkpoint’s text', sql`update ledger_checkpoints set body = body || 'x'`, [checkpoints]],
    [
      'a checkpoint’s signature',
      sql`update ledger_checkpoints set signature = sha256('x') || sha256('y')`,
      [checkpoints],
    ],
    [
      'a checkpoint of before that is gone',
      sql`delete from ledger_checkpoints where size = 8`,
      [checkpoints],
    ],
  ])('finds %s that was tampered with', async (_, tamper, expected) => {
    expect(Object.keys(await seen(...[tamper].flat()))).toEqual(expect.arrayContaining(expected))
  })

  it('finds a row that was changed and given a new hash, by the row after it', async () => {
    const found = await seen(
      set(`order_item_id = '111-9'`),
      sql`update earnings_ledger l set hash = ledger_row_hash(l) where order_item_id = '111-9'`,
    )
    expect(found[chains]?.join()).toContain('does not follow the row before it')
  })

  it('finds a row that was changed to version 1, whose hash covers less', async () => {
    const found = await seen(
      set(
        'hash_version = 1, rule = null, evidence = null, observation_id = null, reason = null, marketplace = null, earning_month = null',
      ),
      sql`update earnings_ledger l set hash = ledger_row_hash(l) where order_item_id = '111-2'`,
    )
    expect(found[chains]?.join()).toContain('has an older version than the row before it')
  })

  it('says which row is wrong, and how', async () => {
    const found = await seen(set('user_amount_cents = user_amount_cents + 1'))
    expect(found[chains]).toEqual([
      expect.stringMatching(/^payee [0-9a-f-]{36}, row 2: does not balance, does not have its hash$/),
    ])
    expect(found[products]).toEqual([
      expect.stringMatching(/^product [0-9a-f-]{36}: 1121 cents against 1122$/),
    ])
  })
})
