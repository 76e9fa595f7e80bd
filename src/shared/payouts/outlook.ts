import { moneyText } from '../amazon/currencies.ts'
import { marketplaceName } from '../amazon/marketplaces.ts'
import { dayText, monthName } from '../dates/date-text.ts'
import { dayMs, utcDay } from '../time.ts'
import { monthAfter } from './months.ts'
import type { OwnReason } from './own-reasons.ts'

/** What becomes posted next: on a day, once Amazon has paid for a month, or once its orders were looked at. */
export type Coming = {
  on: string | null
  month: string | null
  marketplace: string | null
  /** In dollars. */
  amount: number
}

type Hold = { of: 'everything' | 'order' | 'month'; reason: string; since: string }

/** What decides the sentence about a balance; amounts in dollars. */
export type OutlookFacts = {
  available: number
  held: number
  pending: number
  paid: number
  minimum: number
  /** Why nothing is paid now, as far as its creator may know; null for one who is due or has nothing. */
  why: OwnReason | null
  /** What the creator has to say first. */
  missing: 'proven_address' | 'details' | null
  /** The latest first. */
  holds: readonly Hold[]
  coming: readonly Coming[]
  /** Where it goes: 'PayPal, m•••@example.com'; null where that is unknown. */
  account: string | null
  /** The day of the month on which this installation pays; null without one. */
  payoutDay: number | null
  /** The reports' day. */
  today: string
}

export const outlookKinds = [
  'attention',
  'review',
  'negative',
  'held',
  'unproven',
  'no_details',
  'details_wait',
  'details_lost',
  'resting',
  'below_minimum',
  'ready',
  'coming',
  'nothing',
] as const
export type OutlookKind = (typeof outlookKinds)[number]

/** What is next of somebody's money: a figure in dollars, when it comes, and one sentence why. */
export type Outlook = { kind: OutlookKind; amount: number; when: string; why: string | null }

/** Days from which new payout details count (docs/product/payouts.md#payout-details). */
const detailsDays = 7

const usd = (amount: number) => moneyText(amount, 'USD')
const cents = (amount: number) => Math.round(amount * 100)
const fromCents = (amount: number) => amount / 100

// Read at noon, when it is the same year in almost every zone of a server.
const noonOf = (today: string) => new Date(`${today}T12:00:00Z`)
const dayOn = (day: string, today: string) => dayText(day, noonOf(today))
const monthOn = (month: string, today: string) => monthName(month, noonOf(today))

/** The first day from one on that is the installation's day of payouts; null without one. */
export function payoutDayFrom(day: string, payoutDay: number | null): string | null {
  if (payoutDay === null) return null
  const inMonth = (month: string) => `${month}-${String(payoutDay).padStart(2, '0')}`
  const month = day.slice(0, 7)
  const own = inMonth(month)
  return own >= day ? own : inMonth(monthAfter(month))
}

/**
 * When pending earnings become posted: on a day, once Amazon has paid for a month, which it usually does within two
 * more, or once they were looked at (docs/product/payouts.md#own-payouts). `today` is a day.
 */
export function whenComing({ on, month, marketplace }: Omit<Coming, 'amount'>, today: string): string {
  if (on) return `on ${dayOn(on, today)}`
  if (!month || !marketplace) return 'once we have looked at its orders'
  const usual = usualPayment(month, today)
  const howLong = usual ? `usually ${usual}` : 'which takes longer than usual'
  return `once Amazon has paid for ${monthOn(month, today)}, ${marketplaceName(marketplace)}, ${howLong}`
}

/** When Amazon usually has paid for a month; null where it takes longer than that. */
function usualPayment(month: string, today: string): string | null {
  const usual = monthAfter(month, 2)
  return usual < today.slice(0, 7) ? null : `by the end of ${monthOn(usual, today)}`
}

/** What holds a payout up, whatever its amount: nothing that its creator can wait for by a day. */
const obstacles = {
  attention: {
    when: 'waits',
    why: 'We are asking the provider about the result of a payout. Nothing more is paid before we know.',
  },
  review: { when: 'waits', why: 'We have to look at something first, and pay nothing until then.' },
  details_wait: { when: 'once your payout details count', why: null },
  details_lost: {
    when: 'once you have entered your payout details again',
    why: 'They cannot be read any more.',
  },
  resting: {
    when: 'in some days',
    why: 'Nothing is paid out for some days, because changes of your account were taken back, or a phone was lost.',
  },
} as const satisfies Partial<Record<OwnReason, Pick<Outlook, 'when' | 'why'>>>

const isObstacle = (why: OwnReason | null): why is keyof typeof obstacles => why !== null && why in obstacles

/**
 * The one sentence about a balance, for its creator's pages, mails and the API, and for admins who ask what a creator
 * reads: the first that is true (docs/product/earnings.md#what-is-next).
 */
export function outlookOf(facts: OutlookFacts): Outlook {
  const { available, held, pending, paid, why, missing } = facts
  const left = fromCents(cents(available) + cents(held))
  if (available < 0)
    return {
      kind: 'negative',
      amount: available,
      when: 'below zero',
      why: 'Returns took back more than was left. Your next earnings make up for it.',
    }
  if (left === 0 && pending <= 0)
    return {
      kind: 'nothing',
      amount: 0,
      when: paid > 0 ? 'Nothing new yet' : 'Nothing yet',
      why:
        paid > 0
          ? null
          : 'The first money usually comes about three months after the first order: Amazon waits until returns are over.',
    }
  if (why === 'attention' || why === 'review') return { kind: why, amount: left, ...obstacles[why] }
  if (why === 'held') return heldOutlook(facts)
  const payable = payableOf(facts)
  if (missing === 'proven_address')
    return {
      kind: 'unproven',
      amount: payable.amount,
      when: 'once your email address is proven',
      why: 'We pay nobody whose address is not proven: anybody could have typed it.',
    }
  if (why !== 'details_wait' && why !== 'details_lost' && missing === 'details')
    return { kind: 'no_details', amount: payable.amount, ...withoutDetails(facts, payable.isReady) }
  if (isObstacle(why)) return { kind: why, amount: payable.amount, ...obstacles[why] }
  return payable.isReady ? { kind: 'ready', amount: available, ...ready(facts) } : notYet(facts, payable)
}

/** The same as one text: 'Next payout: $97.62, about Dec 5. To PayPal, m•••@example.com.' */
export const outlookText = ({ kind, amount, when, why }: Outlook): string =>
  [kind === 'nothing' ? `${when}.` : `Next payout: ${usd(amount)}, ${when}.`, why].filter(Boolean).join(' ')

/** Nothing is payable because of holds: all of it, or so much that the rest is below the minimum. */
function heldOutlook({ available, held, holds, today }: OutlookFacts): Outlook {
  const [latest] = holds
  const what = latest?.of === 'everything' ? 'All of it' : latest?.of === 'month' ? 'A month' : 'An order'
  return {
    kind: 'held',
    amount: fromCents(cents(available) + cents(held)),
    when: latest ? `held. ${what}, since ${dayOn(latest.since.slice(0, 10), today)}` : 'held',
    why: latest ? `“${latest.reason}” Nothing is lost.` : 'Nothing is lost.',
  }
}

/** In dollars; `on` is the day on which it becomes posted, where that is still to come and known. */
type Payable = { amount: number; isReady: boolean; on: string | null }

/**
 * What comes first: what a payout would take now; or, below the minimum, what it will take once enough has become
 * posted, and on which day that is. Without such a day, what there is.
 */
function payableOf({ available, minimum, pending, coming }: OutlookFacts): Payable {
  if (available > 0 && available >= minimum) return { amount: available, isReady: true, on: null }
  let sum = cents(available)
  for (const { on, amount } of coming) {
    if (!on) continue
    sum += cents(amount)
    if (sum > 0 && sum >= cents(minimum)) return { amount: fromCents(sum), isReady: false, on }
  }
  return { amount: available > 0 ? available : pending, isReady: false, on: null }
}

function ready({ account, payoutDay, today }: OutlookFacts): Pick<Outlook, 'when' | 'why'> {
  const day = payoutDayFrom(today, payoutDay)
  const to = account && `To ${account}.`
  if (day) return { when: `about ${dayOn(day, today)}`, why: to }
  return {
    when: 'ready',
    why: [to, 'There is no fixed day here. You get a mail when it is sent.'].filter(Boolean).join(' '),
  }
}

function withoutDetails({ payoutDay, today }: OutlookFacts, isReady: boolean): Pick<Outlook, 'when' | 'why'> {
  const when = isReady ? 'ready, but we do not know where to send it' : 'we do not know where to send it yet'
  // The first payout for which details that are entered today would count.
  const day = payoutDayFrom(utcDay(Date.parse(today) + detailsDays * dayMs), payoutDay)
  if (!day) return { when, why: `Details count ${detailsDays} days after you enter them.` }
  const until = utcDay(Date.parse(day) - detailsDays * dayMs)
  return {
    when,
    why: `With details by ${dayOn(until, today)} it is in the payout of ${dayOn(day, today)}.`,
  }
}

/** Below the minimum, or nothing of it is posted yet. */
function notYet(
  { available, minimum, coming, payoutDay, today }: OutlookFacts,
  { amount, on }: Payable,
): Outlook {
  const [first] = coming
  if (available === 0 && on) {
    const day = payoutDayFrom(on, payoutDay)
    return {
      kind: 'coming',
      amount,
      when: day ? `about ${dayOn(day, today)}` : `ready from ${dayOn(on, today)}`,
      why: `It becomes available on ${dayOn(on, today)}, when Amazon has paid.`,
    }
  }
  if (available === 0 && first && !first.on) {
    const { month } = first
    const usual = month && usualPayment(month, today)
    return {
      kind: 'coming',
      amount: first.amount,
      when: month ? `once Amazon has paid for ${monthOn(month, today)}` : 'once we have looked at its orders',
      why: month && (usual ? `Usually ${usual}.` : 'It takes longer than usual.'),
    }
  }
  const kept = available > 0 ? available : amount
  const short = fromCents(cents(minimum) - cents(kept))
  const more =
    on && ` ${usd(fromCents(cents(amount) - cents(available)))} more makes it enough on ${dayOn(on, today)}.`
  return {
    kind: 'below_minimum',
    amount: kept,
    when: short > 0 ? `${usd(short)} below the minimum of ${usd(minimum)}` : 'not available yet',
    why: `It is kept and added to the next one.${more || next(first, today)}`,
  }
}

const next = (first: Coming | undefined, today: string) =>
  first ? ` ${usd(first.amount)} becomes available ${whenComing(first, today)}.` : ''
