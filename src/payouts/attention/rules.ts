import type { PayoutResult, PayoutState } from '../../shared/payouts/states.ts'
import type { ReportedResult } from '../runs/results-file-rules.ts'
import { isDead, mayStep, stateOfWord } from '../runs/results-rules.ts'

/** Why an admin has to look at a row (docs/product/payouts.md#attention). */
export const attentionReasons = ['word', 'amount', 'currency', 'rows', 'state'] as const
export type AttentionReason = (typeof attentionReasons)[number]

/** The facts about a payout that decide. */
export type JudgedLine = {
  state: PayoutState
  amount_cents: number
  /** The total paid amount in an admin's answer; null if nobody was asked. */
  answered_cents: number | null
  /** The provider's number of the payment that was counted. */
  provider_reference: string | null
  /** Payments and statuses about which an admin was asked. */
  asked_payments: { word: string; payment: string }[]
}

/**
 * The meaning of the rows of one payout: a step; nothing new, except perhaps the number of the counted payment; or a
 * question for an admin, and then nothing else in them counts.
 */
export type Verdict =
  | { kind: 'unchanged'; payment: string | null }
  | { kind: 'step'; row: ReportedResult; state: PayoutResult }
  | { kind: 'attention'; odd: { row: ReportedResult; why: AttentionReason }[] }

/** The currency of our files. */
const ours = 'USD'

/** Judges everything that a provider reports about one payout at once. */
export function judge(line: JudgedLine, rows: ReportedResult[]): Verdict {
  const odd = rows.flatMap((row) => {
    const why = whyOdd(line, row)
    return why ? [{ row, why }] : []
  })
  if (odd.length > 0) return { kind: 'attention', odd }
  // 'Pending' beside another status is the older one.
  const said = rows.flatMap((row) => {
    const state = stateOfWord(row.word)
    return state && state !== 'sent' ? [{ row, state }] : []
  })
  const payments = new Set(
    said.flatMap(({ row, state }) => (state === 'paid' ? (row.providerReference ?? []) : [])),
  )
  if (new Set(said.map(({ state }) => state)).size > 1 || payments.size > 1)
    return { kind: 'attention', odd: said.map(({ row }) => ({ row, why: 'rows' as const })) }
  const [{ row, state } = { row: rows[0], state: 'sent' as const }] = said
  if (row && line.answered_cents === null && movesTo(line.state, state)) return { kind: 'step', row, state }
  const [payment = null] = isPaid(line) && knownPayments(line).size === 0 ? payments : []
  return { kind: 'unchanged', payment }
}

const isPaid = ({ state, answered_cents }: JudgedLine) =>
  answered_cents === null ? state === 'paid' : answered_cents > 0

/** The payments that are known to have paid it, or about which an admin was asked. */
function knownPayments({ provider_reference, asked_payments }: JudgedLine): Set<string> {
  const asked = asked_payments.flatMap(({ word, payment }) => (stateOfWord(word) === 'paid' ? [payment] : []))
  return new Set(provider_reference === null ? asked : [provider_reference, ...asked])
}

/** For a provider's status, a payout that is approved or being cancelled counts as sent. */
const before = (state: PayoutState): PayoutState =>
  state === 'approved' || state === 'cancelling' ? 'sent' : state

const movesTo = (from: PayoutState, to: PayoutResult) =>
  from !== to && (to === before(from) || mayStep(before(from), to))

function whyOdd(line: JudgedLine, row: ReportedResult): AttentionReason | null {
  const state = stateOfWord(row.word)
  if (!state) return 'word'
  const isBack = isDead(state)
  const { answered_cents: answered } = line
  const expected = answered === null || isBack ? line.amount_cents : answered
  if (row.cents !== null && row.cents !== expected) return 'amount'
  if (row.currency !== null && row.currency !== ours) return 'currency'
  const fits = answered === null ? isConsistent(before(line.state), state) : isBack === (answered === 0)
  if (!fits) return 'state'
  if (state !== 'paid' || row.providerReference === null || !isPaid(line)) return null
  const known = knownPayments(line)
  return known.size === 0 || known.has(row.providerReference) ? null : 'rows'
}

function isConsistent(from: PayoutState, said: PayoutResult): boolean {
  if (isDead(from)) return isDead(said) || (said === 'sent' && from !== 'cancelled')
  return from === said || said === 'sent' || mayStep(from, said)
}
