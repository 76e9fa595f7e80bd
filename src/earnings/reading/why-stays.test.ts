import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertProduct, type ProductRow } from '../../../tests/harness/factories.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { calculate, giveOrder, putOrder } from '../../orders/posting/testing/orders.ts'
import { orderChecks } from '../../orders/proof/verify.ts'
import { verify } from '../../platform/verification.ts'
import { earningsChecks } from '../proof/verify.ts'
import { signUpPayee } from '../testing/ledger.ts'

let app: TestApp
let people: Record<'ana' | 'ben', { person: Person & { payeeId: string }; product: ProductRow }>
beforeAll(async () => {
  app = await startTestApp()
  const withProduct = async () => {
    const person = await signUpPayee(app)
    const owner = { userId: person.id, payeeId: person.payeeId, username: person.username }
    return { person, product: await insertProduct(app.database.db, owner) }
  }
  people = { ana: await withProduct(), ben: await withProduct() }
})
afterAll(() => app.close())

const deps = () => ({ db: app.database.db, clock: app.clock.now })
const pressed = '2026-09-09T20:00:00.000Z'

/** As the matcher would, by a press on this person’s link. */
async function matchByPress(id: string, { person, product }: (typeof people)['ana']) {
  await giveOrder(app.database.db, id, { person: { ...person, userId: person.id }, productId: product.id })
  const evidence = {
    rule: 'outbound_24h',
    creators: 1,
    product_id: product.id,
    short_link_id: product.shortLinkId,
    click_kind: 'outbound',
    clicked_at: pressed,
    // Something of other creators, which is shown to nobody.
    others: ['ben'],
  }
  await app.database.pool.query(
    `update order_matches set confidence = 'high', is_decided = false, reason = 'Through this creator’s links alone.',
       evidence = $2 where order_item_id = $1`,
    [id, evidence],
  )
}

/** As an admin would, with a reason for other admins and a note to the creator. */
async function assign(id: string, { person, product }: (typeof people)['ana'], note: string | null) {
  await giveOrder(app.database.db, id, { person: { ...person, userId: person.id }, productId: product.id })
  await app.database.pool.query(
    `update order_matches set reason = 'Ana seems to cheat.', note_to_creator = $2,
       evidence = '{"rule": "manual"}' where order_item_id = $1`,
    [id, note],
  )
}

/** What is shown to a person for each of their rows of an order, the first one first. */
async function whysOf({ person }: (typeof people)['ana'], order: string) {
  const { body } = await app.request('GET', '/api/v1/me/ledger', person)
  const rows = body.items.filter((item: { order_item_id: string }) => item.order_item_id === order).reverse()
  return Promise.all(
    rows.map(
      async ({ id }: { id: string }) => (await app.request('GET', `/api/v1/me/ledger/${id}`, person)).body,
    ),
  )
}

describe('GET me/ledger/:id, after an order has moved (decision 27)', () => {
  it('shows for each row why it was posted, and nothing of other creators', async () => {
    const { ana, ben } = people
    await putOrder(app.database.db, '111-1', { cents: 1_001 })
    await matchByPress('111-1', ana)
    await calculate(deps())
    await putOrder(app.database.db, '111-1', { cents: 800 })
    await calculate(deps())
    await assign('111-1', ben, 'Your receipt was right.')
    await calculate(deps())
    await assign('111-1', ana, null)
    await putOrder(app.database.db, '111-1', { cents: 800, status: 'returned' })
    await calculate(deps())

    const byPress = {
      rule: 'outbound_24h',
      note: null,
      click: { kind: 'outbound', clicked_at: pressed, short_link_id: ana.product.shortLinkId },
      is_credited: true,
    }
    const anas = await whysOf(ana, '111-1')
    expect(anas).toMatchObject([
      { ...byPress, reported: { order_status: 'shipped', commission: 10.01 } },
      { ...byPress, reported: { order_status: 'shipped', commission: 8 } },
      { rule: 'none', note: null, click: null, reported: { commission: 8 } },
    ])
    const bens = await whysOf(ben, '111-1')
    expect(bens).toMatchObject([
      { rule: 'manual', note: 'Your receipt was right.', click: null, is_credited: false },
      { rule: 'none', note: null, click: null, is_credited: false, reported: { order_status: 'returned' } },
    ])
    for (const { person } of [ana, ben]) {
      const all = await app.request('GET', '/api/v1/me/export', person)
      expect(JSON.stringify([anas, bens, all.body])).not.toMatch(/seems to cheat|others/)
    }
    const lines: string[] = []
    await verify({ ...deps(), actor: null }, [earningsChecks, orderChecks], (line) => lines.push(line))
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
  })
})

describe('The conversion rate (docs/product/earnings.md#figures)', () => {
  it('counts no order whose commission came to nothing, until it is paid again', async () => {
    const { ben } = people
    const commissions = async () =>
      (await app.request('GET', '/api/v1/me/earnings?period=D', ben.person)).body.commissions
    const before = await commissions()
    for (const id of ['112-1', '112-2', '112-3']) {
      await putOrder(app.database.db, id)
      await matchByPress(id, ben)
    }
    await calculate(deps())
    expect((await commissions()) - before).toBe(3)
    await putOrder(app.database.db, '112-1', { status: 'returned' })
    await putOrder(app.database.db, '112-2', { cents: 1 })
    await assign('112-3', people.ana, null)
    await calculate(deps())
    expect((await commissions()) - before).toBe(1)
    await putOrder(app.database.db, '112-1')
    await calculate(deps())
    expect((await commissions()) - before).toBe(2)
  })
})
