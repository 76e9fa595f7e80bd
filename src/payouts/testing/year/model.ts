/**
 * The money of a year over plain arrays, written from docs/product (ledger.md, payouts.md, books.md) and not from the
 * program. All amounts are in the smallest unit of their currency, that of the marketplace where nothing else is said;
 * months are `2026-01`, keys of months that Amazon pays for `us 2026-01`.
 */
export type Order = {
  id: string
  market: string
  date: string
  /** What is sent together: with its own day, in another month maybe, and pending until then. */
  parts: { day: string; amount: number; isShipped: boolean }[]
  /** What came back of its only part in a later month. */
  back?: { day: string; amount: number }
  status: 'shipped' | 'returned' | 'cancelled'
  /** The creator's number; null for nobody. */
  creator: number | null
}

export type Row = {
  creator: number
  order: Order | null
  share: number
  fee: number
  /** What it changes in the order's own currency. */
  own: number
  key: string | null
  /** The month with which it counts: its own, or that of the purchase of what came back. */
  counts: string | null
  /** From this day on it counts as posted by the calendar. */
  day: string
  /** When it was written. */
  at: string
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

/** What an order is worth for each month that Amazon pays for. */
export function worthOf({ market, parts, back, status }: Order): Map<string, number> {
  const worth = new Map<string, number>()
  for (const { day, amount, isShipped } of parts) {
    const key = `${market} ${day.slice(0, 7)}`
    if (status === 'shipped' && isShipped) worth.set(key, (worth.get(key) ?? 0) + amount)
  }
  if (back) worth.set(`${market} ${back.day.slice(0, 7)}`, -back.amount)
  return worth
}
const monthOf = (day: string) => day.slice(0, 7)
const none = (): Accounts => ({
  ...{ receivable: 0, platform: 0, creators: 0, paid: 0, nobodys: 0, exchange: 0 },
})

/**
 * What of a month is not paid yet, below zero what was paid beyond it: decided in its own currency, in dollars at what
 * was posted, and beyond that at what came. All else is exchange.
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
  /** Ten-thousandths of a cent for the smallest unit, by months that Amazon pays for. */
  const rates = new Map<string, number>()
  /** The day of each marketplace's last report. */
  const reports = new Map<string, string>()
  const paid = new Map<number, number>()
  const released = new Set<string>()
  const releasedOn = new Map<string, string>()
  /** When the rest of a month became the platform's, and how much it was then. */
  const borne = new Map<string, string>()
  const borneCents = new Map<string, number>()
  /** Orders with months that Amazon has not paid, as the app says; the model says how much they have to come to. */
  const unpaidOrders = new Set<string>()
  const received = new Map<string, number>()
  const heldOrders = new Set<string>()
  const heldKeys = new Set<string>()
  const heldCreators = new Set<number>()
  const booked: Booked[] = []

  /** 60 days after the end of a month. */
  function calendarDay(key: string) {
    const end = new Date(`${key.slice(-7)}-01T00:00:00Z`)
    end.setUTCMonth(end.getUTCMonth() + 1, 0)
    end.setUTCDate(end.getUTCDate() + 60)
    return end.toISOString().slice(0, 10)
  }

  /** Cents at a month's rate, half a cent rounded up; null while there is none. */
  function inUsd(key: string, amount: number): number | null {
    if (key.startsWith('us')) return amount
    const rate = rates.get(key)
    return rate === undefined ? null : Math.floor((amount * rate + 5_000) / 10_000)
  }

  /** Brings the ledger to what an order is worth in each month, and to whom; while a month has no rate, it waits. */
  function post(order: Order, today: string) {
    const own = rows.filter((row) => row.order === order)
    const worth = worthOf(order)
    if ([...worth].some(([key, amount]) => amount > 0 && inUsd(key, amount) === null)) return
    const bought = [...worth.keys()][0] ?? ''
    // What comes back takes at its purchase's rate, so that nothing is left of what comes back whole.
    const dollarsOf = (key: string, amount: number) =>
      amount < 0
        ? (inUsd(bought, (worth.get(bought) ?? 0) + amount) ?? 0) -
          (inUsd(bought, worth.get(bought) ?? 0) ?? 0)
        : (inUsd(key, amount) ?? 0)
    const payees = new Set(own.map(({ creator }) => creator))
    if (order.creator !== null) payees.add(order.creator)
    for (const creator of payees) {
      const before = own.filter((row) => row.creator === creator)
      const now = creator === order.creator ? worth : new Map<string, number>()
      const keys = new Set([...before.map(({ key }) => key ?? ''), ...now.keys()])
      // What goes first goes before what comes.
      for (const key of [...keys].sort()) {
        const sum = (some: Row[], of: 'share' | 'fee' | 'own') =>
          some.reduce((cents, row) => cents + row[of], 0)
        const ofMonth = before.filter((row) => row.key === key)
        const amount = now.get(key) ?? 0
        const gross = dollarsOf(key, amount) - sum(ofMonth, 'share') - sum(ofMonth, 'fee')
        if (gross === 0) continue
        // A fifth of the whole order, never half a cent.
        const whole = sum(before, 'share') + sum(before, 'fee') + gross
        const fee = Math.round(whole / 5) - sum(before, 'fee')
        const counts = amount < 0 ? bought : key
        const [isFirst, paidOn] = [before.length === 0, calendarDay(counts)]
        const row = {
          creator,
          order,
          key,
          counts,
          fee,
          share: gross - fee,
          own: amount - sum(ofMonth, 'own'),
        }
        const posted = { ...row, day: isFirst || paidOn > today ? paidOn : today, at: today }
        for (const list of [rows, before]) list.push(posted)
        booked.push({
          ...{ month: monthOf(today), key, posted: { usd: gross, own: row.own } },
          ...{ platform: -fee, creators: -posted.share },
        })
      }
    }
  }

  const isPosted = ({ order, counts: key, day }: Row, today: string) =>
    order === null || key === null ? true : key.slice(-7) >= firstByReceipt ? released.has(key) : day <= today
  const reportedOf = (key: string) =>
    [...orders.values()].reduce((sum, order) => sum + (worthOf(order).get(key) ?? 0), 0)

  const balanceOf = (creator: number, today: string) => {
    const own = rows.filter((row) => row.creator === creator)
    const sum = (some: Row[]) => some.reduce((cents, { share }) => cents + share, 0)
    const now = own.filter((row) => isPosted(row, today))
    const posted = sum(now)
    const pending = sum(own) - posted
    const out = paid.get(creator) ?? 0
    const left = Math.max(posted - out, 0)
    const heldRows = now.filter(
      ({ order, counts: key }) =>
        (order && (heldOrders.has(order.id) || unpaidOrders.has(`${order.id} ${key}`))) ||
        (key && heldKeys.has(key)),
    )
    const held = heldCreators.has(creator) ? left : Math.min(Math.max(sum(heldRows), 0), left)
    return { posted, pending, paid: out, held, available: posted - out - held }
  }

  /** What counts with each month, over all marketplaces; '' for rows without one. */
  const monthsOf = (creator: number, today: string) => {
    const months = new Map<string, { posted: number; pending: number }>()
    for (const row of rows.filter((one) => one.creator === creator)) {
      const month = row.counts?.slice(-7) ?? ''
      const sums = months.get(month) ?? { posted: 0, pending: 0 }
      sums[isPosted(row, today) ? 'posted' : 'pending'] += row.share
      months.set(month, sums)
    }
    return months
  }

  const keys = () => new Set([...orders.values()].flatMap((order) => [...worthOf(order).keys()]))

  const free = (key: string, today: string) => {
    released.add(key)
    if (!releasedOn.has(key)) releasedOn.set(key, today)
  }

  /** Releases what Amazon has paid in full, of months that are over and of which a later report says all. */
  function settle(today: string) {
    for (const key of keys()) {
      const [reported, month] = [reportedOf(key), key.slice(-7)]
      const isPaid = reported > 0 && (received.get(key) ?? 0) >= reported
      const isKnown = monthOf(reports.get(key.slice(0, 2)) ?? '') > month
      if (isPaid && isKnown && month >= firstByReceipt && month < monthOf(today)) free(key, today)
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
    rowsOf: (creator: number) => rows.filter((row) => row.creator === creator),
    /** The day on which a row became posted; undefined while nobody knows. */
    postedOn: ({ order, counts: key, day, at }: Row) => {
      if (order === null || key === null) return at
      const on = key.slice(-7) >= firstByReceipt ? releasedOn.get(key) : day
      return on && on < at ? at : on
    },
    monthsOf,
    receivedOf: (key: string) => received.get(key) ?? 0,
    keys,
    rates,
    /** Sets a month's rate: what waits for it, or was posted by another one, is posted. */
    setRate: (key: string, rate: number, today: string) => {
      rates.set(key, rate)
      for (const order of orders.values()) if (worthOf(order).has(key)) post(order, today)
    },
    /** A report of a marketplace, whose orders follow. */
    reportOf: (market: string, today: string) => reports.set(market, today),
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
      free(key, today)
      if (how !== 'platform') return
      borne.set(key, monthOf(today))
      borneCents.set(key, reportedOf(key) - (received.get(key) ?? 0))
    },
    /** What of a receipt is the platform's: a bounty, or below zero a deduction. */
    receiveForPlatform: (usd: number, today: string) => {
      booked.push({ month: monthOf(today), key: null, paid: usd, platform: -usd })
    },
    adjust: (creator: number, cents: number, today: string) => {
      rows.push({
        creator,
        order: null,
        share: cents,
        fee: -cents,
        own: 0,
        key: null,
        counts: null,
        day: today,
        at: today,
      })
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
