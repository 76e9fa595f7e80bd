import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { signUpAdmin } from '../../../../tests/harness/people.ts'
import { reportText } from '../../testing/report-text.ts'
import { type Imports, importsOf } from '../testing/stage.ts'

let app: TestApp
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  imports = importsOf(app, await signUpAdmin(app))
})
afterAll(() => app.close())

const report = (commission_amount: string) =>
  reportText(Array.from({ length: 40 }, (_, n) => ({ order_item_id: `p-${n}`, commission_amount })))

it('a merge reports its progress while its one transaction lasts', async () => {
  await imports.add(report('1.00'), { apply: true })
  app.clock.advance(1_000)
  const { id } = await imports.add(report('2.00'))
  const { db } = app.database
  const runOf = async () => (await imports.call('GET', `/${id}`)).body.run
  // It waits at an order that another transaction holds.
  await db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('amazon_orders')
      .select('order_item_id')
      .where('order_item_id', '=', 'p-20')
      .forUpdate()
      .execute()
    await imports.call('POST', `/${id}/merge`)
    await expect.poll(async () => (await runOf())?.rows_done, { timeout: 30_000 }).toBeGreaterThan(0)
    expect(await runOf()).toMatchObject({ state: 'running', rows_total: 40 })
    expect((await imports.call('GET', `/${id}`)).body.state).toBe('staged')
  })
  expect(await imports.settled(id)).toMatchObject({ state: 'merged', updated: 40 })
})
