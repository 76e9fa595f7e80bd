import { nextPayoutStates, type PayoutResult, type PayoutState } from '../../shared/payouts/states.ts'
import { isUuid } from '../../shared/uuid.ts'

const words: [PayoutResult, string[]][] = [
  [
    'paid',
    [
      'completed',
      'complete',
      'success',
      'succeeded',
      'processed',
      'paid',
      'sent out',
      'outgoing payment sent',
    ],
  ],
  ['sent', ['pending', 'unclaimed', 'on hold', 'onhold', 'held', 'processing', 'funds converted', 'sent']],
  ['failed', ['failed', 'denied', 'blocked', 'cancelled', 'canceled', 'bounced back']],
  ['returned', ['returned', 'refunded', 'reversed', 'funds refunded']],
]
const states = new Map(words.flatMap(([state, all]) => all.map((word) => [word, state] as const)))

/** The state that a provider's word stands for; null for one that nobody knows. */
export const stateOfWord = (word: string): PayoutResult | null =>
  states.get(
    word
      .trim()
      .toLowerCase()
      .replaceAll(/[_\s]+/g, ' '),
  ) ?? null

/** Whether a line may come from one state to another. */
export const mayStep = (from: PayoutState, to: PayoutResult): boolean =>
  nextPayoutStates[from]?.includes(to) ?? false

/** States of payouts that came back to the balance. */
export const isDead = (state: PayoutState): boolean => ['failed', 'returned', 'cancelled'].includes(state)

/** The payout that a cursor names: the last of a page. Null for any other text. */
export const readLineCursor = (text: string): string | null => (isUuid(text) ? text : null)

/** A row of a provider's file that names a payout. */
export type ReportedResult = {
  reference: string
  word: string
  providerReference: string | null
  /** What the provider adds to its word. */
  why: string | null
}

const referencePattern = /^F\d{1,9}-\d{1,9}$/

/** What a provider's file says, by its cells; null where no column is headed 'Status'. Rows of other things are left out. */
export function readResults([head = [], ...rows]: string[][]): ReportedResult[] | null {
  const names = head.map((name) => name.trim().toLowerCase())
  const status = names.findIndex((name) => name.endsWith('status'))
  if (status < 0) return null
  const payment = names.findIndex((name) => ['transaction id', 'transfer id', 'transferid'].includes(name))
  return rows.flatMap((cells) => {
    const reference = cells.map((cell) => cell.trim()).find((cell) => referencePattern.test(cell))
    const providerReference = cells[payment]?.trim().slice(0, 100) || null
    return reference ? [{ reference, word: cells[status]?.trim() ?? '', providerReference, why: null }] : []
  })
}
