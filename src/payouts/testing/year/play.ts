import { expect } from 'vitest'
import { createRandom, type Random } from '../../../../tests/chaos/random.ts'
import { createModel, keyOf, type Model, type Order } from './model.ts'
import { openStage, type Stage } from './stage.ts'

const markets = ['us', 'us', 'us', 'ca']
/** On this day of the month after it, a month is reported, and others are paid. */
const workingDay = '06'
const minimum = 1_000

type Sent = { id: string; reference: string; creator: number; cents: number; state: 'sent' | 'paid' }
type Year = {
  stage: Stage
  model: Model
  random: Random
  /** Payouts that may still fail or come back. */
  open: Sent[]
  /** Parts of months that Amazon pays a month later, or never. */
  late: Pay[]
  holds: { id: string; end: () => void }[]
  /** Closed months of the books, as they were when they were first seen. */
  closed: Map<string, unknown>
  number: number
}

/** The months from the December before the year on. */
const monthAt = (index: number) => new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 7)

/**
 * Plays so many months of orders, and three more in which Amazon and creators are paid, by the app's calls and by the
 * model, and compares both each month: balances, who is due, the books. `npm run verify` is asked every `verifyEvery`
 * months, and at the end.
 */
export async function playYear({
  creators,
  months,
  seed,
  verifyEvery,
}: {
  creators: number
  months: number
  seed: number
  verifyEvery: number
}): Promise<void> {
  const year: Year = {
    stage: await openStage(creators),
    model: createModel({ firstByReceipt: '2026-01' }),
    random: createRandom(seed),
    ...{ open: [], late: [], holds: [], closed: new Map(), number: 0 },
  }
  try {
    for (let index = 0; index < months + 3; index++) {
      await year.stage.goTo(`${monthAt(index + 1)}-${workingDay}`)
      await report(year, index < months ? monthAt(index) : null)
      await receive(year, monthAt(index - 2))
      await releaseShort(year)
      await decideByHand(year)
      await followUp(year)
      await holdUnpaid(year)
      await payOut(year)
      await compare(year)
      if (index % verifyEvery === verifyEvery - 1 || index === months + 2)
        expect(await year.stage.wrong()).toBe('')
    }
  } finally {
    await year.stage.close()
  }
}

/** A month's orders, and what became of earlier ones; some of nobody's are given to a creator. */
async function report(year: Year, month: string | null) {
  const { stage, model, random } = year
  const today = stage.today()
  const changed: Order[] = []
  for (const order of model.orders.values())
    if (order.status === 'shipped' && random.chance(0.04)) {
      if (random.chance(0.7)) order.status = 'returned'
      else order.cents = random.between(50, 6_000)
      changed.push(order)
    }
  if (month)
    for (const [creator, { isGone }] of stage.people.entries()) {
      const count = isGone ? 0 : random.between(0, 3)
      for (let n = 0; n < count; n++) changed.push(newOrder(year, month, creator))
    }
  for (const market of new Set(markets)) {
    const rows = changed.filter((order) => order.market === market).map((order) => rowOf(year, order))
    if (rows.length > 0) await stage.importReport(market, rows)
  }
  await stage.matchAndPost()
  for (const order of changed) model.report(order, today)
  model.settle(today)
  const nobodys = [...model.orders.values()].filter((one) => one.creator === null && one.status === 'shipped')
  for (const order of nobodys.filter(() => random.chance(0.1))) {
    const creator = random.between(0, stage.people.length - 1)
    const person = stage.people[creator]
    if (!person || person.isGone) continue
    await stage.assign(order.id, person)
    order.creator = creator
    model.report(order, today)
  }
  await stage.matchAndPost()
  stage.tick()
}

function newOrder(year: Year, month: string, creator: number): Order {
  const { random } = year
  year.number += 1
  return {
    id: `112-${String(year.number).padStart(7, '0')}`,
    market: random.pick(markets),
    date: `${month}-${String(random.between(1, 28)).padStart(2, '0')}`,
    cents: random.between(30, 9_000),
    status: random.chance(0.03) ? 'cancelled' : 'shipped',
    creator: random.chance(0.12) ? null : creator,
  }
}

/** An order of nobody's has no sub tag; one that an admin has given away keeps what its report said. */
const links = new WeakMap<Order, { sub_tag: string; asin: string }>()
function rowOf({ stage }: Year, order: Order) {
  const person = order.creator === null ? undefined : stage.people[order.creator]
  const said = links.get(order) ?? {
    ...{ sub_tag: person?.shortLinkId ?? '', asin: person?.asin ?? 'B0NOBODY00' },
  }
  links.set(order, said)
  return {
    ...{ order_item_id: order.id, order_date: order.date, ...said },
    ...{ commission_amount: (order.cents / 100).toFixed(2), order_status: order.status },
  }
}

/**
 * What Amazon pays for a month, two months after it was reported: all of it, too little, in parts, or by mistake; of a
 * marketplace together with what comes late, with bounties and with deductions.
 */
async function receive(year: Year, month: string) {
  const { stage, model, random, late } = year
  const pays: Pay[] = late.splice(0).filter(() => random.chance(0.6))
  const keys = new Set([...model.orders.values()].map(keyOf).filter((key) => key.endsWith(month)))
  for (const key of keys) {
    const reported = model.reportedOf(key)
    if (reported === 0) continue
    if (random.chance(0.3)) {
      const mistaken = [{ key, cents: random.between(100, 900) }]
      const { id, reverse } = await record(year, mistaken)
      await stage.post(`receipts/${id}/reverse`, { reason: 'Of another month' }, 1)
      reverse()
      stage.tick()
    }
    if (model.released.has(key)) continue
    const missing = random.chance(0.5) ? 0 : random.between(1, Math.ceil(reported / 5))
    if (missing < reported) pays.push({ key, cents: reported - missing + (random.chance(0.1) ? 25 : 0) })
    if (missing > 0 && random.chance(0.3)) late.push({ key, cents: missing })
  }
  for (const market of new Set(markets)) {
    const own = pays.filter(({ key }) => key?.startsWith(market))
    if (own.length === 0) continue
    if (random.chance(0.3)) own.push({ key: null, cents: random.between(1, 400) })
    if (random.chance(0.3)) own.push({ key: null, cents: -random.between(1, 20) })
    const [{ key, cents } = { key: null, cents: 0 }] = own
    const taken = [...model.orders.values()].find((one) => keyOf(one) === key && one.status === 'shipped')
    if (taken && taken.cents < cents && random.chance(0.3))
      own.push({ key, cents: -taken.cents, order: taken })
    if (own.reduce((sum, pay) => sum + pay.cents, 0) > 0) await record(year, own)
  }
}

/** A line of a transfer: without a key a bounty, or below zero a deduction, which may be for an order. */
type Pay = { key: string | null; cents: number; order?: Order }

/** Records one transfer, whose dollars are 71 cents for a Canadian one: each line has its part, none is lost. */
async function record({ stage, model }: Year, pays: Pay[]) {
  const market = pays.find(({ key }) => key)?.key?.slice(0, 2) ?? 'us'
  const toUsd = (cents: number) => (market === 'ca' ? Math.floor((cents * 71 + 50) / 100) : cents)
  const total = pays.reduce((sum, { cents }) => sum + cents, 0)
  const lines = pays.map(({ key, cents, order }) => {
    if (key && !order) return { kind: 'commissions', month: key.slice(3), amount: cents / 100 }
    if (cents > 0) return { kind: 'bounty', amount: cents / 100 }
    return { kind: 'deduction', amount: cents / 100, ...(order && { order_item_ids: [order.id] }) }
  })
  stage.tick()
  const { id } = await stage.post('receipts', {
    ...{ marketplace: market, received_on: stage.today(), reference: crypto.randomUUID(), lines },
    ...{ amount: total / 100, ...(market === 'ca' && { usd: toUsd(total) / 100 }) },
    confirmed: pays.flatMap(({ key }) => (key ? [`no_orders ${key.slice(3)}`] : [])),
  })
  let before = 0
  let usdBefore = 0
  const booked = pays.map(({ key, cents, order }) => {
    const usd = Math.round((toUsd(total) * (before + cents)) / total) - usdBefore
    before += cents
    usdBefore += usd
    return { key, cents, usd, order }
  })
  const book = (sign: number) => {
    for (const { key, cents, usd } of booked)
      if (key) model.receive(key, sign * cents, sign * usd, stage.today())
      else model.receiveForPlatform(sign * usd, stage.today())
  }
  book(1)
  for (const { order } of booked) if (order) model.heldOrders.add(order.id)
  model.settle(stage.today())
  stage.tick()
  return { id: id as string, reverse: () => book(-1) }
}

/** Explains what is missing of months that Amazon has paid in part, by orders or by the platform's share, or waits. */
async function releaseShort(year: Year) {
  const { stage, model, random } = year
  const keys = new Set([...model.orders.values()].map(keyOf))
  for (const key of keys) {
    const [marketplace, month = ''] = key.split(' ')
    const shortfall = model.reportedOf(key) - model.receivedOf(key)
    if (month < '2026-01' || model.released.has(key) || model.receivedOf(key) === 0) continue
    const release = async (how: 'orders_held' | 'platform', more: object = {}) => {
      await stage.post(`months/${marketplace}/${month}/release`, { how, ...more }, 1)
      model.release(key, stage.today(), how)
      stage.tick()
    }
    if (shortfall <= 0) continue
    if (random.chance(0.35)) await release('platform', { reason: 'Too little to ask for' })
    else if (random.chance(0.6)) {
      const chosen: Order[] = []
      for (const order of model.orders.values()) {
        if (chosen.reduce((sum, { cents }) => sum + cents, 0) >= shortfall) break
        if (keyOf(order) === key && order.status === 'shipped') chosen.push(order)
      }
      const order_item_ids = chosen.map(({ id }) => id)
      await release('orders_held', { order_item_ids, reason: 'Amazon did not pay for it' })
    }
  }
}

/** Which orders are held because Amazon has not paid: such as come to what is missing, and none more. */
async function holdUnpaid({ stage, model }: Year) {
  model.unpaidOrders.clear()
  const holds: { order_item_id: string; unpaid: object | null; ended: object | null }[] =
    await stage.pages('holds')
  for (const { order_item_id, unpaid, ended } of holds)
    if (unpaid && !ended) model.unpaidOrders.add(order_item_id)
  for (const key of new Set([...model.orders.values()].map(keyOf))) {
    const missing = model.missingOf(key)
    const held = [...model.orders.values()].filter(
      (order) => keyOf(order) === key && order.status === 'shipped' && model.unpaidOrders.has(order.id),
    )
    const sum = held.reduce((all, { cents }) => all + cents, 0)
    expect(sum, key).toBeGreaterThanOrEqual(missing)
    for (const { cents } of held) expect(sum - cents, key).toBeLessThan(missing)
  }
}

/** Adjustments, holds and their ends, and people who leave. */
async function decideByHand(year: Year) {
  const { stage, model, random, holds } = year
  const today = stage.today()
  const hold = async (of: object, add: () => void, end: () => void) => {
    const { id } = await stage.post('holds', { of, reason: 'We look into it' })
    add()
    holds.push({ id, end })
  }
  for (const one of holds.splice(0))
    if (random.chance(0.5)) {
      await stage.post(`holds/${one.id}/end`, { reason: 'Nothing was found' }, 1)
      one.end()
    } else holds.push(one)
  for (const [creator, person] of stage.people.entries()) {
    if (person.isGone) continue
    if (random.chance(0.03)) {
      const cents = random.between(-1_500, 1_500) || 1
      await stage.post('adjustments', {
        ...{ username: person.username, amount: cents / 100, reason: 'Counted again' },
      })
      model.adjust(creator, cents, today)
    }
    if (random.chance(0.03) && !model.heldCreators.has(creator))
      await hold(
        { kind: 'creator', username: person.username },
        () => model.heldCreators.add(creator),
        () => model.heldCreators.delete(creator),
      )
  }
  const orders = [...model.orders.values()]
  const order = orders.length > 0 ? random.pick(orders) : null
  if (order && !model.heldOrders.has(order.id))
    await hold(
      { kind: 'order', order_item_id: order.id },
      () => model.heldOrders.add(order.id),
      () => model.heldOrders.delete(order.id),
    )
  const key = order && keyOf(order)
  if (key && random.chance(0.2) && !model.heldKeys.has(key)) {
    const [marketplace, month] = key.split(' ')
    await hold(
      { kind: 'month', marketplace, month },
      () => model.heldKeys.add(key),
      () => model.heldKeys.delete(key),
    )
  }
  const leaver = stage.people.find(({ isGone }) => !isGone && random.chance(0.5 / stage.people.length))
  if (leaver) await stage.leave(leaver)
  stage.tick()
}

/** Payouts of earlier months that were under way, or come back after they were paid. */
async function followUp(year: Year) {
  const { stage, model, random, open } = year
  for (const line of open.splice(0)) {
    const next = line.state === 'sent' ? random.pick(['paid', 'failed'] as const) : 'returned'
    if (line.state === 'paid' && !random.chance(0.05)) continue
    const body = { from: line.state, state: next, reason: 'The bank says so' }
    await stage.post(`payout-lines/${line.id}/result`, body, 1)
    if (next !== 'paid') model.payOut(line.creator, -line.cents, stage.today())
  }
}

/** Drafts what is due, which the model has to agree with, approves it, and says what became of it. */
async function payOut(year: Year) {
  const { stage, model, random, open, number } = year
  const today = stage.today()
  const due = stage.people.flatMap((person, creator) => {
    const { available } = model.balanceOf(creator, today)
    const isPaid = !person.isGone && person.isProven && person.hasDetails && available >= minimum
    return isPaid ? [{ creator, username: person.username, cents: available }] : []
  })
  const found = await stage.get('payouts/due')
  const sorted = (list: { username: string; cents: number }[]) =>
    list.map(({ username, cents }) => `${username} ${cents}`).sort()
  expect(
    sorted(
      found.due.map(({ username, amount }: { username: string; amount: number }) => ({
        ...{ username, cents: Math.round(amount * 100) },
      })),
    ),
  ).toEqual(sorted(due))
  if (due.length === 0) return
  const drafter = number % 2
  const { id } = await stage.post('payout-runs', { total: found.total }, drafter)
  await stage.post(`payout-runs/${id}/approve`, {}, 1 - drafter)
  for (const { creator, cents } of due) model.payOut(creator, cents, today)
  const creatorOf = new Map(due.map(({ username, creator }) => [username, creator]))
  const lines = (await stage.pages(`payout-runs/${id}/lines`)).map(
    (line): Sent => ({
      ...{ id: line.id, reference: line.reference, cents: Math.round(line.amount * 100), state: 'sent' },
      creator: creatorOf.get(line.username) ?? -1,
    }),
  )
  const [cancelled] = lines
  if (cancelled && random.chance(0.2)) {
    const body = { from: 'approved', state: 'cancelled', reason: 'Asked us to wait' }
    await stage.post(`payout-lines/${cancelled.id}/result`, body)
    model.payOut(cancelled.creator, -cancelled.cents, today)
    lines.shift()
  }
  await stage.post(`payout-runs/${id}/sent`)
  const words = lines.map((line) => {
    const word = random.chance(0.8) ? 'Completed' : random.chance(0.5) ? 'Denied' : 'Unclaimed'
    if (word === 'Denied') model.payOut(line.creator, -line.cents, today)
    else open.push({ ...line, state: word === 'Completed' ? 'paid' : 'sent' })
    return `${line.reference},${word}`
  })
  const text = ['Customer ID,Transaction Status', ...words].join('\n')
  if (lines.length > 0) {
    await stage.post(`payout-runs/${id}/results`, { text, confirm: true })
    await stage.post(`payout-runs/${id}/results`, { text, confirm: true }, 1)
  }
}

/** Everybody's balance, and the books: the accounts of each month, and that those that are closed stay as they were. */
async function compare({ stage, model, closed }: Year) {
  const today = stage.today()
  const balances = await stage.balances()
  const [said, expected] = [{}, {}] as Record<string, unknown>[]
  for (const [creator, { payeeId }] of stage.people.entries()) {
    Object.assign(said as object, { [creator]: balances.get(payeeId) })
    Object.assign(expected as object, { [creator]: model.balanceOf(creator, today) })
  }
  expect(said).toEqual(expected)
  const years = [2025, 2026, 2027].filter((year) => `${year}` <= today.slice(0, 4))
  const months = (await Promise.all(years.map((year) => stage.get(`books?year=${year}`)))).flatMap(
    ({ items }) => items,
  )
  const cents = (of: Record<string, number>) =>
    Object.fromEntries(Object.entries(of).map(([account, usd]) => [account, Math.round(usd * 100)]))
  expect(Object.fromEntries(months.map(({ month, balance }) => [month, cents(balance)]))).toEqual(
    Object.fromEntries(model.bookedMonths().map((month) => [month, model.accountsAt(month)])),
  )
  for (const month of months) {
    expect(Object.values(cents(month.change)).reduce((sum, one) => sum + one, 0)).toBe(0)
    if (month.closed_at === null) continue
    if (!closed.has(month.month)) closed.set(month.month, month)
    expect(month).toEqual(closed.get(month.month))
  }
}
