/**
 * The money of a year over plain arrays, written from docs/product (ledger.md, payouts.md, books.md) and not from the
 * program. All amounts are cents, of Canadian dollars where an order or a transfer is of `ca`; months are `2026-01`, keys of months that Amazon pays for `us 2026-01`.
 */
export type Order = {
  id: string
  market: string
  date: string
  cents: number
  status: 'shipped' | 'returned' | 'cancelled'
  /** The creator's number; null for nobody. */
  creator: number | null
}

type Row = {
  creator: number
  order: Order | null
  share: number
  fee: number
  /** What it changes in the order's own currency. */
  own: number
  key: string | null
  day: string
}
type Account = 'receivable' | 'platform' | 'creators' | 'paid' | 'nobodys' | 'exchange'
export type Accounts = Record<Account, number>
/** `posted` and `received` are of the month that Amazon pays for, in dollars and in its own currency. */
type Booked = Partial<Record<'platform' | 'creators' | 'paid', number>> & {
  month: string
  key: string | null
  posted?: Both
  received?: Both
}
type Both = { usd: number; own: number }

export const keyOf = ({ market, date }: Order): string => `${market} ${date.slice(0, 7)}`
const monthOf = (day: string) => day.slice(0, 7)
const none = (): Accounts => ({
  ...{ receivable: 0, platform: 0, creators: 0, paid: 0, nobodys: 0, exchange: 0 },
})

/** What is posted of an order: a Canadian dollar is 73 cents in each month. */
const inUsd = ({ market }: { market: string }, cents: number) =>
  market === 'ca' ? Math.floor((cents * 73 + 50) / 100) : cents

/**
 * What of a month is not paid yet, below zero what was paid beyond it: decided in its own currency, in dollars at what was
 * posted, and beyond that at what came. All else is exchange.
 */
function unpaidOf(posted: Both, received: Both): number {
  const left = posted.own - received.own
  const isWithin = Math.abs(received.own) <= Math.abs(posted.own)
  if (left === 0) return 0
  if (posted.own * received.own < 0) return posted.usd - received.usd
  const [of, sign] = [isWithin ? posted : received, left < 0 ? -1 : 1]
  return sign * Math.round(Math.abs((of.usd * left) / of.own))
}

/** `firstByReceipt`: the first month that is posted by receipts; those before are by the calendar, 60 days after. */
export function createModel({ firstByReceipt }: { firstByReceipt: string }) {
  const orders = new Map<string, Order>()
  const rows: Row[] = []
  const paid = new Map<number, number>()
  const released = new Set<string>()
  /** When the rest of a month became the platform's, and how much it was then. */
  const borne = new Map<string, string>()
  const borneCents = new Map<string, number>()
  /** Orders that Amazon has not paid, as the app says; the model says how much they have to come to. */
  const unpaidOrders = new Set<string>()
  const received = new Map<string, number>()
  const heldOrders = new Set<string>()
  const heldKeys = new Set<string>()
  const heldCreators = new Set<number>()
  const booked: Booked[] = []

  /** 60 days after the end of an order's month. */
  function calendarDay(date: string) {
    const end = new Date(`${date}T00:00:00Z`)
    end.setUTCMonth(end.getUTCMonth() + 1, 0)
    end.setUTCDate(end.getUTCDate() + 60)
    return end.toISOString().slice(0, 10)
  }

  /** Brings the ledger to what an order is worth, and to whom. */
  function post(order: Order, today: string) {
    const own = rows.filter((row) => row.order === order)
    const payees = new Set(own.map(({ creator }) => creator))
    if (order.creator !== null) payees.add(order.creator)
    for (const creator of payees) {
      const before = own.filter((row) => row.creator === creator)
      const [first] = before
      const worth = creator === order.creator && order.status === 'shipped' ? order.cents : 0
      const total = inUsd(order, worth)
      const sum = (of: 'share' | 'fee' | 'own') => before.reduce((cents, row) => cents + row[of], 0)
      // A fifth, never half a cent.
      const fee = Math.round(total / 5) - sum('fee')
      const share = total - Math.round(total / 5) - sum('share')
      if (fee === 0 && share === 0) continue
      const day = first ? (first.day > today ? first.day : today) : calendarDay(order.date)
      const key = first ? first.key : keyOf(order)
      const change = worth - sum('own')
      rows.push({ creator, order, share, fee, own: change, key, day })
      booked.push({
        ...{ month: monthOf(today), key, posted: { usd: share + fee, own: change } },
        ...{ platform: -fee, creators: -share },
      })
    }
  }

  const isPosted = ({ order, key, day }: Row, today: string) =>
    order === null || key === null ? true : key.slice(-7) >= firstByReceipt ? released.has(key) : day <= today
  const reportedOf = (key: string) =>
    [...orders.values()]
      .filter((order) => keyOf(order) === key && order.status === 'shipped')
      .reduce((cents, order) => cents + order.cents, 0)

  const balanceOf = (creator: number, today: string) => {
    const own = rows.filter((row) => row.creator === creator)
    const sum = (some: Row[]) => some.reduce((cents, { share }) => cents + share, 0)
    const now = own.filter((row) => isPosted(row, today))
    const posted = sum(now)
    const pending = sum(own) - posted
    const out = paid.get(creator) ?? 0
    const left = Math.max(posted - out, 0)
    const heldRows = now.filter(
      ({ order, key }) =>
        (order && (heldOrders.has(order.id) || unpaidOrders.has(order.id))) || (key && heldKeys.has(key)),
    )
    const held = heldCreators.has(creator) ? left : Math.min(Math.max(sum(heldRows), 0), left)
    return { posted, pending, paid: out, held, available: posted - out - held }
  }

  /** Releases what Amazon has paid in full, of months that are over. */
  function settle(today: string) {
    for (const key of new Set([...orders.values()].map(keyOf))) {
      const [reported, month] = [reportedOf(key), key.slice(-7)]
      const isPaid = reported > 0 && (received.get(key) ?? 0) >= reported
      if (isPaid && month >= firstByReceipt && month < monthOf(today)) released.add(key)
    }
  }

  return {
    orders,
    released,
    heldOrders,
    heldKeys,
    heldCreators,
    unpaidOrders,
    reportedOf,
    /** What neither Amazon has paid of a released month nor the platform bears. */
    missingOf: (key: string) =>
      released.has(key)
        ? Math.max(0, reportedOf(key) - (received.get(key) ?? 0) - (borneCents.get(key) ?? 0))
        : 0,
    settle,
    balanceOf,
    receivedOf: (key: string) => received.get(key) ?? 0,
    report: (order: Order, today: string) => {
      orders.set(order.id, order)
      post(order, today)
    },
    /** A line of a receipt with its dollars, or below zero what is taken back. */
    receive: (key: string, cents: number, usd: number, today: string) => {
      received.set(key, (received.get(key) ?? 0) + cents)
      booked.push({ month: monthOf(today), key, paid: usd, received: { usd, own: cents } })
    },
    release: (key: string, today: string, how: 'orders_held' | 'platform') => {
      released.add(key)
      if (how !== 'platform') return
      borne.set(key, monthOf(today))
      borneCents.set(key, reportedOf(key) - (received.get(key) ?? 0))
    },
    /** What of a receipt is the platform's: a bounty, or below zero a deduction. */
    receiveForPlatform: (usd: number, today: string) => {
      booked.push({ month: monthOf(today), key: null, paid: usd, platform: -usd })
    },
    adjust: (creator: number, cents: number, today: string) => {
      rows.push({ creator, order: null, share: cents, fee: -cents, own: 0, key: null, day: today })
      booked.push({ month: monthOf(today), key: null, creators: -cents, platform: cents })
    },
    /** A payout, or below zero one that came back. */
    payOut: (creator: number, cents: number, today: string) => {
      paid.set(creator, (paid.get(creator) ?? 0) + cents)
      booked.push({ month: monthOf(today), key: null, creators: cents, paid: -cents })
    },
    /** What each account has at the end of a month of the books. */
    accountsAt: (month: string): Accounts => {
      const accounts = none()
      const moneyOf = new Map<string, { posted: Both; received: Both }>()
      for (const entry of booked.filter((one) => one.month <= month)) {
        for (const account of ['platform', 'creators', 'paid'] as const)
          accounts[account] += entry[account] ?? 0
        if (entry.key === null) continue
        const money = moneyOf.get(entry.key) ?? { posted: { usd: 0, own: 0 }, received: { usd: 0, own: 0 } }
        for (const side of ['posted', 'received'] as const)
          for (const amount of ['usd', 'own'] as const) money[side][amount] += entry[side]?.[amount] ?? 0
        moneyOf.set(entry.key, money)
      }
      for (const [key, { posted, received }] of moneyOf) {
        const unpaid = unpaidOf(posted, received)
        const isBorne = (borne.get(key) ?? '9999') <= month
        if (unpaid < 0) accounts.nobodys += unpaid
        else accounts[isBorne ? 'platform' : 'receivable'] += unpaid
        accounts.exchange += posted.usd - received.usd - unpaid
      }
      return accounts
    },
    bookedMonths: () => [...new Set([...booked.map(({ month }) => month), ...borne.values()])].sort(),
  }
}

export type Model = ReturnType<typeof createModel>
