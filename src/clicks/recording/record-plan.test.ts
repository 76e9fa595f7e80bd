import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { watchPlans } from '../../../tests/harness/plans.ts'

let database: TestDatabase
let session: pg.Client
const plans: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  // Plans are shown to superusers alone.
  session = new pg.Client(database.owner.address)
  await session.connect()
  await watchPlans(session, { log_nested_statements: 'on' }, (plan) => plans.push(plan))
})
afterAll(async () => {
  await session.end()
  await database.close()
})

/** What each index scan of the plans searches: `click_visits_pkey: (place = …`. */
const lookUps = () =>
  [...plans.join('\n').matchAll(/Index (?:Only )?Scan using (\w+) on .*\n\s+(.*)/g)].map(
    ([, index, condition]) => `${index}: ${condition}`,
  )

describe('The cached plan of record_clicks() (decision 6)', () => {
  it('finds everything by its key, though it was made while the tables were empty', async () => {
    const product = await insertProduct(database.db, await insertPerson(database.db))
    await session.query('analyze products, click_totals, click_events, click_visits')
    plans.length = 0
    await session.query(
      `select record_clicks(array[$1::uuid], '{view}', '{counted}', array[uuidv7()], '{null}', '{1}', '{2}',
        '{3}', '{4}', array[sha256('x')], '{null}', '{null}', '{null}', '{null}', '{null}', '{null}', '{null}', '{null}', array[now()])`,
      [product.id],
    )
    expect(plans.join('\n')).not.toMatch(/Seq Scan|Materialize|Join Filter|Bitmap/)
    expect(lookUps()).toEqual([
      expect.stringMatching(/^products_\w+: Index Cond: \(id = /),
      expect.stringMatching(
        /^click_events_pkey: Index Cond: \(\(event_id = .* AND \(product_id = .* AND \(kind = /,
      ),
      expect.stringMatching(/^click_visits_pkey: Index Cond: \(place = /),
      expect.stringMatching(/^list_links_pkey: Index Cond: \(short_link_id = /),
      expect.stringMatching(/^click_visits_pkey: Index Cond: \(place = /),
      expect.stringMatching(/^click_visits_pkey: Index Cond: \(place = /),
      expect.stringMatching(/^click_visits_pkey: Index Cond: \(place = /),
      expect.stringMatching(/^click_visits_pkey: Index Cond: \(place = ANY /),
      expect.stringMatching(/^click_totals_\w+: Index Cond: \(product_id = ANY /),
    ])
  })
})
