import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import type { Context } from '../../platform/context.ts'
import { storeMatch, storeOrder } from '../testing/stage.ts'
import { findPipeline } from './service.ts'

let app: TestApp
let context: Context
beforeAll(async () => {
  app = await startTestApp()
  const { id } = await signUpAdmin(app)
  context = { db: app.database.db, clock: app.clock.now, actor: { userId: id, sessionId: id, role: 'admin' } }
})
afterAll(() => app.close())

describe('the pipeline (docs/product/admin.md#pipeline)', () => {
  it('is empty at first', async () => {
    expect(await findPipeline(context, { tags: { us: 'folio-20' } })).toEqual({
      open_runs: [],
      last: { import: null, match: null, calculate: null },
      has_orders: false,
      waiting_for_match: 0,
      provisional: 0,
      waiting_for_calculation: 0,
      under_review: 0,
      evidence_disagrees: 0,
      returns_asked: 0,
      marketplaces_without_tag: [],
    })
  })

  it('counts orders and both queues', async () => {
    await storeOrder(app)
    await storeOrder(app)
    const matched = await storeOrder(app)
    await storeMatch(app, matched)
    await app.database.db.insertInto('orders_to_post').values({ order_item_id: matched }).execute()
    expect(await findPipeline(context, { tags: {} })).toMatchObject({
      has_orders: true,
      waiting_for_match: 2,
      waiting_for_calculation: 1,
    })
  })

  it('shows what runs, what waits, and how each step ended last', async () => {
    const { db } = app.database
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
    const over = (kind: string, minute: number) => ({
      kind,
      state: 'done',
      created_at: at(minute),
      finished_at: at(minute),
      results: '{"total":1}',
    })
    await db
      .insertInto('order_runs')
      .values([
        over('match', 1),
        over('match', 2),
        { ...over('calculate', 3), state: 'failed', error_code: 'internal_error' },
        { kind: 'calculate', created_at: at(5) },
        {
          kind: 'match',
          state: 'running',
          created_at: at(6),
          started_at: at(6),
          lease_token: crypto.randomUUID(),
          lease_until: at(7),
        },
      ])
      .execute()
    const { open_runs, last } = await findPipeline(context, { tags: {} })
    expect(open_runs.map(({ kind, state }) => [kind, state])).toEqual([
      ['match', 'running'],
      ['calculate', 'waiting'],
    ])
    expect([last.match?.created_at, last.match?.results]).toEqual([at(2).toISOString(), { total: 1 }])
    expect(last.calculate).toMatchObject({ state: 'failed', error: { code: 'internal_error' } })
    expect(last.import).toBeNull()
  })

  it('counts as an import what was merged or could not be read', async () => {
    const { db } = app.database
    const batch = await db
      .insertInto('import_batches')
      .values({ state: 'received', marketplace: 'us', report_as_of: new Date(0), created_at: new Date(0) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const add = async (kind: string, state: string, minute: number) => {
      const at = new Date(Date.UTC(2026, 1, 1, 0, minute))
      const run = { kind, state, import_id: batch.id, created_at: at, finished_at: at }
      await db.insertInto('order_runs').values(run).execute()
      const { last } = await findPipeline(context, { tags: {} })
      return last.import && [last.import.kind, last.import.state]
    }
    expect(await add('stage', 'done', 1)).toBeNull()
    expect(await add('merge', 'done', 2)).toEqual(['merge', 'done'])
    expect(await add('stage', 'done', 3)).toEqual(['merge', 'done'])
    expect(await add('stage', 'failed', 4)).toEqual(['stage', 'failed'])
  })

  it('names marketplaces without a tag that have a live product that could earn', async () => {
    const { db } = app.database
    const owner = await insertPerson(db)
    await insertProduct(db, owner, { marketplace: 'us' })
    await insertProduct(db, owner, { marketplace: 'uk' })
    await insertProduct(db, owner, { marketplace: 'uk' })
    await insertProduct(db, owner, { marketplace: 'de' })
    await insertProduct(db, owner, { marketplace: 'fr', deleted_at: app.clock.now() })
    await insertProduct(db, owner, { marketplace: 'it', asin_is_made_up: true })
    const without = async (tags: Record<string, string>) =>
      (await findPipeline(context, { tags })).marketplaces_without_tag
    expect(await without({ us: 'folio-20' })).toEqual(['uk', 'de'])
    expect(await without({ us: 'folio-20', uk: 'folio-21', de: 'folio-22', es: 'x' })).toEqual([])
  })
})
