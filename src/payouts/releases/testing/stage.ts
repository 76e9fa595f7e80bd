import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../tests/harness/app.ts'
import { type Person, signInAgain, signUpAdmin } from '../../../../tests/harness/people.ts'
import { signUpPayee } from '../../../earnings/testing/ledger.ts'
import { calculate, giveOrder, putOrder, report } from '../../../orders/posting/testing/orders.ts'
import { seenBy } from '../../../orders/proof/testing/tampering.ts'
import { createPayoutKey } from '../../details/payout-key.ts'
import { payoutChecks } from '../../proof/verify.ts'
import { receiptOf } from '../../testing/receipts.ts'
import { settleMonths } from '../settling.ts'

export const options = { reportTimeZone: 'America/Los_Angeles' }

const payoutKey = createPayoutKey({
  dataDir: '/nowhere',
  payouts: { key: Buffer.alloc(32, 7), minimumCents: 1_000 },
})

export type ReleaseStage = Awaited<ReturnType<typeof setReleaseStage>>

/** An admin, a creator with orders, and what Amazon reports and pays, in a test app that goes by receipts. */
export async function setReleaseStage(app: TestApp) {
  const { db } = app.database
  let admin: Person = await signUpAdmin(app)
  let ana = await signUpPayee(app)
  const context = () => ({ db, clock: app.clock.now, actor: null })
  /** As the steps of the pipeline do, and what goes by itself now and then. */
  const settle = () => settleMonths(context(), options)

  /** An order as it is reported on its day, of Ana's or nobody's, matched and calculated; again where it is changed. */
  async function earn(date: string, cents: number, changed: Changed = {}): Promise<string> {
    const { id = randomUUID(), isNobodys = false, ...state } = changed
    await putOrder(db, id, { cents, date, ...state })
    await giveOrder(db, id, isNobodys ? null : { person: { ...ana, userId: ana.id } })
    await calculate(context())
    if (!changed.isUnsettled) await settle()
    return id
  }
  const send = (path: string, body: unknown) =>
    app.request('POST', `/api/v1/admin/${path}`, { token: admin.token, body })
  const read = async (path: string) =>
    (await app.request('GET', `/api/v1/admin/${path}`, { token: admin.token })).body
  const entriesOf = async () => (await app.request('GET', '/api/v1/me/ledger', ana)).body.items
  return {
    context,
    settle,
    earn,
    send,
    read,
    entriesOf,
    admin: () => admin,
    ana: () => ana,
    /** Another creator has the orders from now on. */
    anotherCreator: async () => {
      ana = await signUpPayee(app)
    },
    goTo: async (day: string) => {
      app.clock.advance(Date.parse(`${day}T12:00:00Z`) - app.clock.now().getTime())
      admin = { ...admin, token: (await signInAgain(app, admin)).access_token }
      ana = { ...ana, token: (await signInAgain(app, ana)).access_token }
    },
    /** A report without new orders that is dated on a day. */
    report: async (day: string, values?: Parameters<typeof report>[2]) => {
      await report(db, day, values)
      await settle()
    },
    /** What `npm run verify` finds of receipts, releases, holds and books. */
    verified: () => seenBy(app.database.owner.db, payoutChecks({ key: payoutKey, ...options }), []),
    pay: (month: string, amount: number, marketplace = 'us') =>
      send(
        'receipts',
        receiptOf({
          ...{ marketplace, month, amount, received_on: app.clock.now().toISOString().slice(0, 10) },
          reference: randomUUID(),
        }),
      ),
    /** Dollars for one unit of a currency. */
    rate: (currency: string, month: string, usd_per_unit: string) =>
      db
        .insertInto('exchange_rates')
        .values({ currency, earning_month: month, usd_per_unit, source: 'A bank', set_at: new Date() })
        .execute(),
    reverse: (id: string) => send(`receipts/${id}/reverse`, { reason: 'Wrong' }),
    release: (month: string, body: unknown, marketplace = 'us') =>
      send(`months/${marketplace}/${month}/release`, body),
    monthOf: async (month: string) => {
      const { items } = await read(`receipts?year=${month.slice(0, 4)}`)
      return items.find((one: { month: string }) => one.month === month)
    },
    entryOf: async (order: string) =>
      (await entriesOf()).find((item: { order_item_id: string }) => item.order_item_id === order),
    balance: async () => (await app.request('GET', '/api/v1/me/balance', ana)).body,
    /** Holds that stand of a month because Amazon has not paid. */
    unpaidOf: async (month: string) => {
      const { items } = await read('holds?state=standing')
      return items.filter((hold: { unpaid: { month: string } | null }) => hold.unpaid?.month === month)
    },
  }
}

type Changed = {
  id?: string
  status?: 'shipped' | 'returned'
  isNobodys?: boolean
  marketplace?: string
  /** Nothing is settled yet, as when the process ends meanwhile. */
  isUnsettled?: boolean
}
