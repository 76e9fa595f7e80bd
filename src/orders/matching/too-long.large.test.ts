import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type ProductRow } from '../../../tests/harness/factories.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { findingsAt } from '../testing/findings.ts'
import { reportText } from '../testing/report-text.ts'
import { idsOf, type Review, reviewOf } from '../testing/stage.ts'
import { match, queued } from './testing/orders.ts'

let app: TestApp
let admin: Person
let review: Review
let mug: ProductRow

beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
  review = reviewOf(app, admin)
  mug = await insertProduct(app.database.db, await insertPerson(app.database.db))
  // What the database does to a statement beyond its limit, to each that decides on one of these orders.
  await app.database.owner.pool.query(`
    create table endless (id text primary key);
    create function cancel_statement() returns trigger language plpgsql as $$
    begin
      if new.order_item_id in (select id from endless) then
        perform pg_cancel_backend(pg_backend_pid());
        perform pg_sleep(60);
      end if;
      return new;
    end $$;
    create trigger too_long before insert on order_matches for each row execute function cancel_statement();`)
})
afterAll(() => app.close())

const run = async (name: 'commission-matcher' | 'earnings-calculator' | 'amazon-import', body?: object) =>
  (await app.request('POST', `/functions/v1/${name}`, { token: admin.token, ...(body && { body }) })).body
    .results
const lastMatching = async () => (await review.call('GET', 'pipeline')).body.last.match
const behind = async (figure: string) =>
  idsOf((await review.call('GET', `runs/${(await lastMatching()).id}/orders?figure=${figure}`)).body)

/** Imports orders of $5 each, of a day that is over. */
const sell = (ids: string[]) =>
  run('amazon-import', {
    csvData: reportText(
      ids.map((order_item_id) => ({
        ...{ order_item_id, order_date: '2025-11-03', commission_amount: '5.00', sub_tag: mug.shortLinkId },
      })),
    ),
  })
const makeEndless = (ids: string[]) =>
  app.database.owner.pool.query('insert into endless select unnest($1::text[])', [ids])
const makeFast = () => app.database.owner.pool.query('delete from endless')

afterEach(async () => {
  await makeFast()
  await run('commission-matcher')
  await run('earnings-calculator')
  const { rows } = await app.database.owner.pool.query(
    `select count(*)::int as posted, sum(gross_commission_cents)::int as cents, (select count(*)::int from amazon_orders) as sold
     from earnings_ledger`,
  )
  const [{ sold }] = rows
  expect(rows).toEqual([{ posted: sold, cents: sold * 500, sold }])
  expect(await findingsAt(app)).toEqual([])
})

describe('a step of a matching that takes longer than a statement may', () => {
  it('is taken in smaller steps, and what cannot be matched alone is named, while all else is matched once', async () => {
    const fine = ['a-1', 'a-2', 'a-4', 'a-5', 'a-6', 'a-8', 'a-9']
    const endless = ['a-3', 'a-7']
    await sell([...fine, ...endless])
    await makeEndless(endless)

    expect(await run('commission-matcher')).toEqual({
      total: 7,
      matched: 7,
      high_confidence: 7,
      medium_confidence: 0,
      no_match: 0,
      review: 0,
      evidence_disagrees: 0,
      waiting: 9,
      left_alone: 0,
      timed_out: 2,
    })
    expect(await lastMatching()).toMatchObject({ state: 'done', rows_done: 9, rows_total: 9, error: null })
    expect(await behind('matched')).toEqual(fine)
    expect(await behind('timed_out')).toEqual(endless)
    expect(await queued(app.database.db, 'orders_to_match')).toEqual(endless)
    expect((await review.read('a-4')).body.match).toMatchObject({ version: 1 })
    expect(await run('earnings-calculator')).toMatchObject({ processed: 7 })
  })

  it('is tried again by each matching, until it succeeds', async () => {
    await sell(['b-1', 'b-2'])
    await makeEndless(['b-1'])
    expect(await run('commission-matcher')).toMatchObject({ total: 1, waiting: 2, timed_out: 1 })
    expect(await run('commission-matcher')).toMatchObject({ total: 0, waiting: 1, timed_out: 1 })
    await makeFast()
    expect(await run('commission-matcher')).toMatchObject({ total: 1, matched: 1, timed_out: 0 })
    expect(await behind('timed_out')).toEqual([])
  })

  it('counts an order once that took too long before an interruption and not after it', async () => {
    const [{ db }, runId] = [app.database, randomUUID()]
    await sell(['c-1', 'c-2'])
    await makeEndless(['c-1'])
    expect(await match(db, { runId })).toMatchObject({ matched: 1, timed_out: 1, waiting: 2 })
    await makeFast()
    expect(await match(db, { runId })).toMatchObject({ matched: 2, timed_out: 0, waiting: 2 })
  })

  it('is taken in smaller ones with the copy of clicks as without', async () => {
    await sell(['d-1', 'd-2', 'd-3'])
    await makeEndless(['d-2'])
    expect(await match(app.database.db, { copyFrom: 1 })).toMatchObject({ matched: 2, timed_out: 1 })
  })
})
