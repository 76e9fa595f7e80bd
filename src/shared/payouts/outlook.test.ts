import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Coming,
  type OutlookFacts,
  outlookOf,
  outlookText,
  payoutDayFrom,
  whenComing,
} from './outlook.ts'
import { ownReasons } from './own-reasons.ts'

const today = '2026-11-29'
const usual: OutlookFacts = {
  ...{ available: 97.62, held: 0, pending: 212.35, paid: 0, minimum: 10, why: null, missing: null },
  ...{ holds: [], coming: [], account: 'PayPal, m•••@example.com', payoutDay: 5, today },
}
const dated = (on: string, amount: number): Coming => ({ on, month: null, marketplace: null, amount })
const ofMonth = (month: string, amount = 1): Coming => ({ on: null, month, marketplace: 'de', amount })
const read = (facts: Partial<OutlookFacts>) => {
  const { kind, ...rest } = outlookOf({ ...usual, ...facts })
  return [kind, outlookText({ kind, ...rest })]
}

describe('what is next of somebody’s money (docs/product/earnings.md#what-is-next)', () => {
  const below = { available: 7.62, why: 'below_minimum' as const }
  const none = { available: 0, why: null }
  const hold = { of: 'everything' as const, reason: 'We wait for Amazon.', since: '2026-11-24T09:00:00Z' }
  it.each<[Partial<OutlookFacts>, string, string]>([
    [{}, 'ready', 'Next payout: $97.62, about Dec 5. To PayPal, m•••@example.com.'],
    [
      { payoutDay: null },
      'ready',
      'Next payout: $97.62, ready. To PayPal, m•••@example.com. There is no fixed day here. You get a mail when it is sent.',
    ],
    [
      { available: 0, held: 97.62, why: 'held', holds: [hold] },
      'held',
      'Next payout: $97.62, held. All of it, since Nov 24. “We wait for Amazon.” Nothing is lost.',
    ],
    // A held order does not hold up the rest.
    [
      { held: 3, holds: [{ ...hold, of: 'order' }] },
      'ready',
      'Next payout: $97.62, about Dec 5. To PayPal, m•••@example.com.',
    ],
    [
      { missing: 'proven_address', why: 'unproven' },
      'unproven',
      'Next payout: $97.62, once your email address is proven. We pay nobody whose address is not proven: anybody could have typed it.',
    ],
    [
      { missing: 'details', why: 'no_details' },
      'no_details',
      'Next payout: $97.62, ready, but we do not know where to send it. With details by Dec 29 it is in the payout of Jan 5, 2027.',
    ],
    [
      { missing: 'details', why: 'no_details', payoutDay: 6 },
      'no_details',
      'Next payout: $97.62, ready, but we do not know where to send it. With details by Nov 29 it is in the payout of Dec 6.',
    ],
    [
      { ...below, missing: 'details', payoutDay: null },
      'no_details',
      'Next payout: $7.62, we do not know where to send it yet. Details count 7 days after you enter them.',
    ],
    [
      below,
      'below_minimum',
      'Next payout: $7.62, $2.38 below the minimum of $10.00. It is kept and added to the next one.',
    ],
    [
      { ...below, coming: [dated('2026-12-30', 18.4)] },
      'below_minimum',
      'Next payout: $7.62, $2.38 below the minimum of $10.00. It is kept and added to the next one. $18.40 more makes it enough on Dec 30.',
    ],
    [
      { ...below, coming: [dated('2026-12-30', 1)] },
      'below_minimum',
      'Next payout: $7.62, $2.38 below the minimum of $10.00. It is kept and added to the next one. $1.00 becomes available on Dec 30.',
    ],
    [
      { ...none, coming: [dated('2026-12-30', 6), dated('2027-01-30', 6)], pending: 12 },
      'coming',
      'Next payout: $12.00, about Feb 5, 2027. It becomes available on Jan 30, 2027, when Amazon has paid.',
    ],
    [
      { ...none, coming: [dated('2026-12-30', 16)], pending: 16, payoutDay: null },
      'coming',
      'Next payout: $16.00, ready from Dec 30. It becomes available on Dec 30, when Amazon has paid.',
    ],
    [
      { ...none, coming: [ofMonth('2026-10', 30)], pending: 30 },
      'coming',
      'Next payout: $30.00, once Amazon has paid for October. Usually by the end of December.',
    ],
    [
      { ...none, coming: [dated('2026-12-30', 3)], pending: 3 },
      'below_minimum',
      'Next payout: $3.00, $7.00 below the minimum of $10.00. It is kept and added to the next one. $3.00 becomes available on Dec 30.',
    ],
    [
      { ...none, pending: 0 },
      'nothing',
      'Nothing yet. The first money usually comes about three months after the first order: Amazon waits until returns are over.',
    ],
    [{ ...none, pending: 0, paid: 40 }, 'nothing', 'Nothing new yet.'],
    [
      { available: -3, why: 'negative' },
      'negative',
      'Next payout: −$3.00, below zero. Returns took back more than was left. Your next earnings make up for it.',
    ],
    [
      { why: 'attention' },
      'attention',
      'Next payout: $97.62, waits. We are asking the provider about the result of a payout. Nothing more is paid before we know.',
    ],
    [{ why: 'details_wait' }, 'details_wait', 'Next payout: $97.62, once your payout details count.'],
  ])('reads %o as %s: %s', (facts, kind, text) => {
    expect(read(facts)).toEqual([kind, text])
  })

  it('promises no more than there is, and a day only where somebody is paid, whatever the facts', () => {
    const amount = fc.integer({ min: -5_000, max: 50_000 }).map((cents) => cents / 100)
    const some = fc.integer({ min: 0, max: 50_000 }).map((cents) => cents / 100)
    const facts = fc.record({
      ...{ available: amount, held: some, pending: some, paid: some },
      why: fc.option(fc.constantFrom(...ownReasons)),
      missing: fc.option(fc.constantFrom('proven_address' as const, 'details' as const)),
      coming: fc.array(
        some.map((one) => dated('2026-12-30', one)),
        { maxLength: 3 },
      ),
      payoutDay: fc.option(fc.integer({ min: 1, max: 28 })),
    })
    fc.assert(
      fc.property(facts, (given) => {
        const all = { ...usual, ...given }
        const next = outlookOf(all)
        const sum = all.coming.reduce((whole, one) => whole + one.amount, 0)
        const most = Math.max(all.available, 0) + all.held + Math.max(all.pending, sum)
        expect(next.amount).toBeLessThanOrEqual(most + 0.005)
        if (next.kind === 'ready') expect([next.amount, all.missing]).toEqual([all.available, null])
        if (all.missing || all.why) expect(next.when).not.toMatch(/^about/)
        expect(outlookText(next)).not.toMatch(/undefined|NaN|null/)
      }),
    )
  })
})

describe('the day of payouts', () => {
  it.each([
    ['2026-11-29', 5, '2026-12-05'],
    ['2026-12-05', 5, '2026-12-05'],
    ['2026-12-06', 5, '2027-01-05'],
    ['2027-01-31', 28, '2027-02-28'],
  ])('from %s with day %i is %s', (day, payoutDay, next) => {
    expect(payoutDayFrom(day, payoutDay)).toBe(next)
  })
})

it.each([
  ['2026-10', 'once Amazon has paid for October, amazon.de, usually by the end of December'],
  ['2026-12', 'once Amazon has paid for December, amazon.de, usually by the end of February 2027'],
  ['2026-09', 'once Amazon has paid for September, amazon.de, usually by the end of November'],
  ['2026-08', 'once Amazon has paid for August, amazon.de, which takes longer than usual'],
  ['2025-11', 'once Amazon has paid for November 2025, amazon.de, which takes longer than usual'],
])(
  'says when Amazon usually pays for %s, two months after it (docs/product/payouts.md#own-payouts)',
  (month, text) => {
    expect(whenComing({ on: null, month, marketplace: 'de' }, '2026-11-22')).toBe(text)
  },
)
