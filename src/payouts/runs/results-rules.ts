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

/** The state of a provider's status; null for an unknown one. */
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

/** The number of a run, or the place of a payout in it, in a cursor. Null for any other text. */
export const positionOf = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** The payout in a cursor: the last one of a page. Null for any other text. */
export const readLineCursor = (text: string): string | null => (isUuid(text) ? text : null)
