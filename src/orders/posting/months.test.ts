import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { balanceChecks, balancesOf, earningsChecks } from '../../earnings/index.ts'
import { ManualClock } from '../../platform/clock.ts'
import { verify } from '../../platform/verification.ts'
import { calculate, giveOrder, putOrder } from './testing/orders.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

// July has been paid by the calendar, August has not.
const clock = new ManualClock(new Date('2026-10-10T12:00:00Z'))
const options = { reportTimeZone: 'America/Los_Angeles' }

/** Somebody with one order of July: it is reported anew by `report`, and what they have then is `balance`. */
async function withOrder(id: string, date: string) {
  const { db } = database
  const person = await insertPerson(db)
  const context = { db, clock: clock.now, actor: null }
  const report = async (state: Parameters<typeof putOrder>[2]) => {
    await putOrder(db, id, { cents: 500, ...state })
    await calculate(context)
  }
  await putOrder(db, id, { cents: 500, date })
  await giveOrder(db, id, { person, productId: (await insertProduct(db, person)).id })
  await calculate(context)
  const balance = async () => {
    const found = (await balancesOf(context, [person.payeeId], options)).get(person.payeeId)
    return found && { posted: found.posted, pending: found.pending }
  }
  const months = async () => {
    const rows = await db
      .selectFrom('earnings_ledger')
      .where('order_item_id', '=', id)
      .orderBy('pair_sequence')
      .select(['earning_month', 'counts_month', 'user_amount_cents'])
      .execute()
    return rows.map((row) => [row.earning_month, row.counts_month, row.user_amount_cents])
  }
  return { report, balance, months }
}

it('keeps posted what was posted, in whatever month a later report puts it (docs/product/ledger.md#earning-months)', async () => {
  const { report, balance, months } = await withOrder('111-1', '2026-07-10')
  expect(await balance()).toEqual({ posted: 400, pending: 0 })
  await report({ date: '2026-08-02' })
  expect(await balance()).toEqual({ posted: 400, pending: 0 })
  expect(await months()).toEqual([
    ['2026-07-01', null, 400],
    ['2026-07-01', null, -400],
    ['2026-08-01', '2026-07-01', 400],
  ])
  // What comes to it is of its own month, and what is cancelled goes from where it counts.
  await report({ date: '2026-08-02', cents: 600 })
  expect(await balance()).toEqual({ posted: 400, pending: 80 })
  await report({ date: '2026-08-02', cents: 0, status: 'cancelled' })
  expect(await balance()).toEqual({ posted: 0, pending: 0 })
})

it('has what is pending wait for its new month', async () => {
  const { report, balance, months } = await withOrder('111-2', '2026-08-10')
  expect(await balance()).toEqual({ posted: 0, pending: 400 })
  await report({ date: '2026-09-02' })
  expect(await balance()).toEqual({ posted: 0, pending: 400 })
  expect((await months()).at(-1)).toEqual(['2026-09-01', null, 400])
  await report({ date: '2026-07-02' })
  expect(await balance()).toEqual({ posted: 400, pending: 0 })
})

it('passes verify after all that', async () => {
  const lines: string[] = []
  const context = { db: database.db, clock: clock.now, actor: null }
  await verify(context, [earningsChecks, balanceChecks(options)], (line) => lines.push(line))
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
})
