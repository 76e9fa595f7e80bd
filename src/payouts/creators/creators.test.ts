import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signUpAdmin } from '../../../tests/harness/people.ts'
import { post, signUpPayee } from '../../earnings/testing/ledger.ts'
import { ManualClock } from '../../platform/clock.ts'

const now = new Date('2026-11-22T12:00:00Z')
let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(now) })
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

const read = async (path: string) =>
  (await app.request('GET', `/api/v1/admin/${path}`, { token: admin.token })).body
const act = (path: string, body: unknown) =>
  app.request('POST', `/api/v1/admin/${path}`, { token: admin.token, body })
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

describe('the money of creators (docs/product/admin.md#creators)', () => {
  it('is found by a part of a name, of suspended people too, and lists all who ever earned something', async () => {
    const [ana, ben, cleo] = [await signUpPayee(app), await signUpPayee(app), await signUpPayee(app)]
    await post(app, ana, [{ gross: 1_000, at: now }])
    await post(app, ben, [{ gross: 500, at: now, availableOn: '2027-01-01' }])
    await act(`accounts/${ana.id}/suspend`, { reason: 'Sold fakes' })
    const { items } = await read('creators')
    const earned = [ana.username, ben.username].sort()
    expect(items.map((one: { creator: { username: string } }) => one.creator.username)).toEqual(earned)
    expect((await read(`creators?q=${ana.username}`)).items[0]).toMatchObject({
      ...{ creator: { username: ana.username, payee_id: ana.payeeId }, available: 8, pending: 0 },
    })
    expect((await read(`creators?q=@${ben.username}`)).items).toMatchObject([{ available: 0, pending: 4 }])
    expect((await read(`creators?q=${cleo.username}`)).items).toMatchObject([{ available: 0, posted: 0 }])
    expect((await read('creators?q=nobody-at-all')).items).toEqual([])
    expect((await read(`creators?cursor=${earned[0]}`)).items).toHaveLength(1)
    expect((await read('creators?cursor=%20')).code).toBe('validation_failed')
    expect(await read(`balances/${ana.username}`)).toMatchObject({
      ...{ available: 8, why_not_due: 'suspended' },
      next: { kind: 'review', amount: 8 },
    })
    expect(await read(`balances/${cleo.username}`)).toMatchObject({ why_not_due: 'below_minimum' })
  })

  it('stays of deleted accounts: what they left, what came later, and who has claimed it', async () => {
    const [ana, ben] = [await signUpPayee(app), await signUpPayee(app)]
    await proveAddress(app, ana)
    await post(app, ana, [{ gross: 1_000, at: now }])
    await post(app, ben, [{ gross: 500, at: now }])
    for (const { token, username, password } of [ana, ben])
      await app.request('DELETE', '/api/v1/me', { token, body: { username, password } })
    await post(app, ana, [{ gross: 100, at: now, availableOn: '2027-01-01' }])
    const left = { available: 8, pending: 0.8, paid: 0, held: 0, posted: 8 }
    expect((await read('deleted-accounts')).items).toMatchObject([
      { payee_id: ben.payeeId, available: 4, claim: null },
      {
        payee_id: ana.payeeId,
        ...left,
        claim: { left_at: now.toISOString(), claimed_at: null, username: null },
      },
    ])
    const again = await app.request('POST', '/auth/v1/signup', {
      body: { email: ana.email, password: ana.password, data: { first_name: 'Ana', last_name: 'Okafor' } },
    })
    const back = { id: again.body.user.id, token: again.body.access_token }
    await proveAddress(app, back as never)
    await app.request('POST', '/api/v1/me/claims', { token: back.token })
    const { username } = (await app.request('GET', '/api/v1/me', { token: back.token })).body
    expect((await read(`deleted-accounts?cursor=${ben.payeeId}`)).items).toMatchObject([
      { ...left, claim: { claimed_at: now.toISOString(), moves_from: '2026-12-06T12:00:00.000Z', username } },
    ])
    expect((await read('deleted-accounts?cursor=7')).code).toBe('validation_failed')
  })

  it('has each order, what was adjusted, and what of it is held: itself, an order, or a month', async () => {
    const [ana, ben] = [await signUpPayee(app), await signUpPayee(app)]
    await post(app, ana, [{ gross: 1_000, at: now, order: 'held-order', title: 'A lamp' }])
    await post(app, ben, [{ gross: 300, at: now }])
    const { items } = await read(`creators/${ana.username}/orders`)
    expect(items).toMatchObject([{ order_item_id: 'held-order', user_amount: 8, held: null }])
    await act('adjustments', { username: ben.username, amount: 2, reason: 'A present' })
    expect((await read(`adjustments?username=${ana.username}`)).items).toEqual([])
    expect((await read(`adjustments?username=${ben.username}`)).items).toMatchObject([{ amount: 2 }])

    const hold = async (of: unknown) => (await act('holds', { of, reason: 'We look' })).body.id as string
    const ofOrder = await hold({ kind: 'order', order_item_id: 'held-order' })
    const ofBen = await hold({ kind: 'creator', username: ben.username })
    await app.database.pool.query(
      `insert into earnings_quarters (payee_id, quarter, available_on, marketplace, earning_month, gross_commission_cents,
        user_amount_cents, commissions, entries) values ($1, $2, '2026-01-01', 'uk', '2026-10-01', 0, 0, 0, 0)`,
      [ana.payeeId, now],
    )
    const ofMonth = await hold({ kind: 'month', marketplace: 'uk', month: '2026-10' })
    const [shown] = (await read(`holds?username=${ana.username}&state=standing`)).items.slice(1)
    expect(shown).toMatchObject({
      order: { product_title: 'A lamp', creators: [{ username: ana.username }] },
    })
    expect(idsOf(await read(`holds?username=${ana.username}`))).toEqual([ofMonth, ofOrder])
    expect(idsOf(await read(`holds?username=${ben.username}`))).toEqual([ofBen])
    expect(idsOf(await read('holds?month=2026-10&marketplace=uk'))).toEqual([ofMonth])
    expect(idsOf(await read('holds?month=2026-09'))).toEqual([])
    await act(`holds/${ofMonth}/end`, { reason: 'Looked at' })
    expect(idsOf(await read('holds?state=ended'))).toEqual([ofMonth])
    expect(idsOf(await read(`holds?state=standing&username=${ana.username}`))).toEqual([ofOrder])
    const order = await read('orders/held-order')
    expect(order.hold).toMatchObject({ id: ofOrder, reason: 'We look' })
    expect((await read('creators/nobody-here/orders')).code).toBe('validation_failed')
    expect((await read(`creators/${ana.username}/payouts?cursor=${'-'.repeat(36)}`)).code).toBe(
      'validation_failed',
    )
  })
})
