import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signUp } from '../../../tests/harness/people.ts'
import { calculate, giveOrder, newOrderId, putOrder } from '../../orders/posting/testing/orders.ts'
import { type PayoutStage, setPayoutStage } from '../../payouts/testing/stage.ts'
import { tellEarlierFollows } from '../../people/index.ts'
import { inTransaction } from '../../platform/context.ts'
import { tellSignInChange } from './service.ts'

let app: TestApp
let stage: PayoutStage
beforeAll(async () => {
  app = await startTestApp()
  stage = await setPayoutStage(app, new Date('2026-11-26T12:00:00Z'))
})
afterAll(() => app.close())

const newsOf = async ({ token }: Person) => {
  app.clock.advance(1_000)
  return (await app.request('GET', '/api/v1/me/news', { token })).body.items
}
const context = () => ({ db: app.database.db, clock: app.clock.now, actor: null })
const hold = async (of: unknown) =>
  (await stage.as(stage.ada, 'POST', 'holds', { of, reason: 'We ask' })).body
const end = ({ id }: { id: string }) => stage.as(stage.ada, 'POST', `holds/${id}/end`, { reason: 'Seen' })

describe('acts tell (docs/product/news.md#what-is-told)', () => {
  it('what a run has posted and taken back, once, however often it runs', async () => {
    const maya = await stage.payee(0)
    const orders = [newOrderId(), newOrderId()]
    for (const id of orders) {
      await putOrder(app.database.db, id, { cents: 1_000, date: '2026-11-02' })
      await giveOrder(app.database.db, id, { person: { ...maya, userId: maya.id } })
    }
    await calculate(context())
    await calculate(context())
    expect(await newsOf(maya)).toMatchObject([{ kind: 'order_posted', count: 2, amount: 16 }])
    await putOrder(app.database.db, orders[0] as string, { cents: 0, status: 'returned', date: '2026-11-02' })
    await calculate(context())
    const [returned, posted] = await newsOf(maya)
    expect(returned).toMatchObject({ kind: 'order_returned', count: 1, amount: -8 })
    expect(posted).toMatchObject({ kind: 'order_posted', count: 2, amount: 16 })
  })

  it('holds of a creator, of orders and of a month, set and lifted', async () => {
    const maya = await stage.payee(0)
    const id = newOrderId()
    await putOrder(app.database.db, id, { cents: 1_000, date: '2026-06-02' })
    await giveOrder(app.database.db, id, { person: { ...maya, userId: maya.id } })
    await calculate(context())
    const others = await stage.payee(500)
    const holds = [
      await hold({ kind: 'creator', username: maya.username }),
      await hold({ kind: 'order', order_item_id: id }),
      await hold({ kind: 'month', marketplace: 'us', month: '2026-06' }),
    ]
    for (const one of holds) await end(one)
    const told = (await newsOf(maya)).map(({ kind, detail, count }: Record<string, unknown>) => [
      ...[kind, detail, count],
    ])
    expect(told).toEqual(
      expect.arrayContaining([
        ['hold_set', 'creator', 1],
        ['hold_set', 'orders', 1],
        ['hold_set', '2026-06', 1],
        ['hold_lifted', 'creator', 1],
        ['hold_lifted', 'orders', 1],
        ['hold_lifted', '2026-06', 1],
      ]),
    )
    expect(told).toHaveLength(7)
    expect(await newsOf(others)).toEqual([])
  })

  it('a payout that is sent, arrives or fails: of one payout one unread row', async () => {
    await stage.beginAnew()
    const { lines, run, payees } = await stage.approved(
      [5_000, { account: 'one@pay.example' }],
      [6_000, { account: 'two@pay.example' }],
    )
    const [maya, theo] = payees as unknown as [Person, Person]
    const lineOf = ({ id }: Person) =>
      lines.find((line: { reference: string }, n: number) => payees[n]?.id === id && line) ?? lines[0]
    await stage.as(stage.ada, 'POST', `payout-runs/${run.id}/sent`)
    for (const person of [maya, theo])
      expect(await newsOf(person)).toMatchObject([{ kind: 'payout_sent', detail: 'sent', count: 1 }])
    const result = (line: { id: string }, state: string) =>
      stage.as(stage.ada, 'POST', `payout-lines/${line.id}/result`, { from: 'sent', state, reason: 'So' })
    const all = [maya, theo].map(lineOf)
    expect((await result(all[0], 'paid')).status).toBe(200)
    expect((await result(all[1], 'failed')).status).toBe(200)
    const told = [...(await newsOf(maya)), ...(await newsOf(theo))]
    expect(told.map(({ kind, detail, count }) => [kind, detail, count]).sort()).toEqual([
      ['payout_failed', 'failed', 1],
      ['payout_sent', 'paid', 1],
      ['payout_sent', 'sent', 1],
    ])
    expect(told.every(({ amount }) => amount > 0)).toBe(true)
  })

  it('an answer to a question, and what an admin has decided', async () => {
    const maya = await stage.payee(500)
    const [{ id: row }] = await stage.run('select id from earnings_ledger where payee_id = $1', [
      maya.payeeId,
    ])
    const asked = await app.request('POST', `/api/v1/me/ledger/${row}/question`, {
      token: maya.token,
      body: { text: 'Why?' },
    })
    const answer = { text: 'So.', close: false, seen: 1 }
    await stage.as(stage.ada, 'POST', `questions/${asked.body.id}/answer`, answer)
    await stage.as(stage.ada, 'POST', `questions/${asked.body.id}/answer`, {
      ...answer,
      text: '',
      close: true,
      seen: 2,
    })
    const { body: lamp } = await app.request('POST', '/api/v1/products', {
      token: maya.token,
      body: { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title: 'Lamp', category_id: null },
    })
    await stage.as(stage.ada, 'POST', `products/${lamp.id}/hide`, { reason: 'Spam' })
    expect(await newsOf(maya)).toMatchObject([
      { kind: 'moderation_decided', detail: 'product_hidden', product: { id: lamp.id, title: 'Lamp' } },
      { kind: 'question_answered', about: row, subject: asked.body.id, count: 1 },
    ])
  })

  it('a follow from before the address was proven, once it is; and nothing of who is suspended', async () => {
    const [star, fan] = [await signUp(app), await signUp(app, { first: 'Theo' })]
    const follow = (action: string) =>
      app.request('POST', '/functions/v1/people-follow', {
        token: fan.token,
        body: { userId: star.id, action },
      })
    await follow('follow')
    expect(await newsOf(star)).toEqual([])
    await proveAddress(app, fan)
    for (let time = 0; time < 2; time++)
      await inTransaction(context(), (tx) => tellEarlierFollows(tx, fan.id))
    expect(await newsOf(star)).toMatchObject([
      { kind: 'followed', count: 1, people: [{ first_name: 'Theo' }] },
    ])
    await stage.as(stage.ada, 'POST', `accounts/${fan.id}/suspend`, { reason: 'Spam' })
    expect(await newsOf(star)).toEqual([])
    await stage.as(stage.ada, 'POST', `accounts/${fan.id}/restore`, { reason: 'A mistake' })
    expect(await newsOf(star)).toEqual([])
  })

  it('a change of the sign-in once, however often its mail is tried', async () => {
    const maya = await signUp(app)
    const notice = { id: '01900000-0000-7000-8000-00000000000a', userId: maya.id, change: 'password' }
    for (let time = 0; time < 3; time++) await tellSignInChange(context(), notice)
    expect(await newsOf(maya)).toMatchObject([{ kind: 'sign_in_changed', detail: 'password', count: 1 }])
  })
})
