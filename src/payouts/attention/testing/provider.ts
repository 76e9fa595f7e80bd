import { parse } from 'csv-parse/sync'

/** What a provider really did: a payment each time that it was handed a payout, whatever its files say of it. */
export type Payment = {
  id: string
  reference: string
  /** What was sent to it to pay. */
  asked: number
  cents: number
  /** All that it ever was, the newest last. */
  states: ('pending' | 'paid' | 'denied' | 'returned')[]
}

/** A row of a provider's file: what it says of one payment. Null is what it does not say. */
export type Said = {
  reference: string
  word: string
  amount: string | null
  currency: string | null
  payment: string | null
}

/** How a provider tells what it did (docs/product/payouts.md#results). */
export const tellings = [
  'all',
  'some',
  'no_amounts',
  'no_payments',
  'history',
  'wrong_amount',
  'unreadable',
  'unknown_word',
  'other_currency',
  'too_early',
] as const
export type Telling = (typeof tellings)[number]

const words = { pending: 'Pending', paid: 'Completed', denied: 'Denied', returned: 'Returned' }

/** Keeps what it did apart from what it says. */
export function createProvider() {
  const payments: Payment[] = []
  const stateOf = ({ states }: Payment) => states.at(-1) ?? 'pending'
  const of = (reference: string) => payments.filter((payment) => payment.reference === reference)

  return {
    payments,
    stateOf,
    of,
    /** Takes a file that it was handed, also one that it has had before. */
    take: (kind: 'paypal' | 'wise', text: string) => {
      const rows: string[][] = parse(text, { relax_column_count: true })
      const [reference, amount] = { paypal: [3, 1] as const, wise: [2, 5] as const }[kind]
      for (const row of kind === 'paypal' ? rows : rows.slice(1)) {
        const cents = Math.round(Number(row[amount]) * 100)
        const id = `T-${payments.length + 1}`
        payments.push({ id, reference: row[reference] ?? '', asked: cents, cents, states: ['pending'] })
      }
    },
    /** What left for good by one reference. */
    paidOf: (reference: string) =>
      of(reference).reduce((sum, one) => sum + (stateOf(one) === 'paid' ? one.cents : 0), 0),
    isSettled: (reference: string) => of(reference).every((one) => stateOf(one) !== 'pending'),
    /** What it says now of the payouts of a run. */
    tell: (references: string[], how: Telling, pick: number): Said[] => {
      const told = payments.filter(({ reference }) => references.includes(reference))
      const rows = told.flatMap((payment, index) => {
        if (how === 'some' && (index + pick) % 2 === 0) return []
        const states = how === 'history' ? payment.states : [stateOf(payment)]
        const isOdd = index === pick % told.length
        return states.map((state): Said => {
          const word = how === 'too_early' && state === 'pending' ? 'Completed' : words[state]
          const cents = how === 'wrong_amount' && isOdd ? payment.cents + 7 : payment.cents
          const amount = how === 'unreadable' && isOdd ? '6.4.0' : (cents / 100).toFixed(2)
          return {
            reference: payment.reference,
            word: how === 'unknown_word' && isOdd ? 'Teleported' : word,
            amount: how === 'no_amounts' ? null : state === 'pending' ? amount : `-${amount}`,
            currency: how === 'other_currency' && isOdd ? 'EUR' : how === 'no_amounts' ? null : 'USD',
            payment: how === 'no_payments' ? null : payment.id,
          }
        })
      })
      return pick % 3 === 0 ? rows.toReversed() : rows
    },
  }
}

const formats = [
  [',', 'Unique ID,Transaction Status,Amount,Currency,Transaction ID'],
  [';', 'Payment reference;Status;Target amount;Target currency;ID'],
  ['\t', 'reference\tstatus\tamount\tcurrency\tprovider_reference'],
] as const

/** Rows as the file that an admin downloads. */
export function fileOf(rows: Said[], pick: number): string {
  const [separator, head] = formats[pick % formats.length] ?? formats[0]
  const cells = rows.map(({ reference, word, amount, currency, payment }) =>
    [reference, word, amount ?? '', currency ?? '', payment ?? ''].join(separator),
  )
  return [head, ...cells].join('\n')
}
