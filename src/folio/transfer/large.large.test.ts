import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { proveAddress, signUp } from '../../../tests/harness/people.ts'
import { untilWaitingForLock } from '../../clicks/testing/locks.ts'
import { transfersOf } from './testing/stage.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const asinOf = (n: number) => `B0${String(n).padStart(8, '0')}`
const fileOf = (count: number) =>
  ['amazon_url,title,tags,category']
    .concat(
      Array.from(
        { length: count },
        (_, n) =>
          `https://www.amazon.com/dp/${asinOf(n)},The same title,"home, ${n % 9}",${n % 2 ? 'home' : ''}`,
      ),
    )
    .join('\n')

/** How many products there are, and how many have all the rows that a product needs. */
async function countsOf(userId: string) {
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as products, count(e.product_id)::int as earnings,
           count(t.product_id)::int as totals, count(s.id)::int as short_links,
           count(distinct asin)::int as items
    from products p left join earnings e on e.product_id = p.id left join click_totals t on t.product_id = p.id
    left join short_links s on s.product_id = p.id
    where user_id = ${userId} and deleted_at is null`.execute(app.database.db)
  return rows[0]
}

describe('an import of many items', () => {
  it('makes 10,000 with one title, reports them, and other requests are served meanwhile', async () => {
    const ana = await signUp(app)
    await proveAddress(app, ana)
    const files = transfersOf(app, ana)
    const importing = files.imported(fileOf(10_000))
    let isDone = false
    void importing.finally(() => {
      isDone = true
    })
    let answered = 0
    while (!isDone && answered < 20) {
      await app.request('GET', '/api/v1/categories')
      answered += isDone ? 0 : 1
    }
    expect(answered).toBe(20)
    expect((await importing).body).toMatchObject({ total: 10_000, created: 10_000, errors: [] })
    const all = 10_000
    expect(await countsOf(ana.id)).toEqual({
      products: all,
      earnings: all,
      totals: all,
      short_links: all,
      items: all,
    })

    const { body } = await files.exported('csv')
    expect(body.split('\r\n')).toHaveLength(10_002)
    expect((await files.imported(body)).body).toMatchObject({ created: 0, updated: 0, unchanged: 10_000 })
  })

  it('retries after losing a deadlock with somebody who publishes the same items', async () => {
    const [ana, ben] = [await signUp(app), await signUp(app)]
    await transfersOf(app, ana).imported(fileOf(2))
    const check = (n: number) => sql`update item_checks set popularity = 1 where asin = ${asinOf(n)}`
    const answer = await app.database.owner.db.transaction().execute(async (tx) => {
      await sql`set local deadlock_timeout = '20s'`.execute(tx)
      await check(1).execute(tx)
      const importing = transfersOf(app, ben).imported(fileOf(2))
      await untilWaitingForLock(app.database)
      await check(0).execute(tx)
      return { importing }
    })
    expect((await answer.importing).body).toMatchObject({ created: 2 })
  })

  it('is completed by a second request after it was cut off, and doubles nothing', async () => {
    const ben = await signUp(app)
    const files = transfersOf(app, ben)
    await cutConnectionAt(asinOf(1_200))
    expect(await files.imported(fileOf(1_500))).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    // The chunks committed before stay.
    expect(await countsOf(ben.id)).toMatchObject({ products: 1_000, short_links: 1_000 })
    await cutConnectionAt(null)
    expect((await files.imported(fileOf(1_500))).body).toMatchObject({ created: 500, unchanged: 1_000 })
    expect(await countsOf(ben.id)).toMatchObject({
      products: 1_500,
      earnings: 1_500,
      totals: 1_500,
      items: 1_500,
    })
  })
})

/** Makes the database end the connection that inserts an item; null ends no more. */
async function cutConnectionAt(asin: string | null) {
  await app.database.owner.pool.query(`
    create or replace function cut_connection() returns trigger language plpgsql as $$
    begin
      if new.asin = '${asin}' then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$;
    create or replace trigger cut_connection before insert on products
      for each row execute function cut_connection()`)
}
