import { type LedgerEntry, type LedgerWhy, type MatchRule, matchRules } from '../contract.ts'

/** The place in a ledger that a cursor names: the sequence of a page's last row. Null for one that is not ours. */
export const readPlace = (cursor: string): number | null =>
  /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : null

/** What is stored with a match; null where the order is not matched, or not with who asks. */
type Evidence = Record<string, unknown> | null

/** How an order came to be somebody’s, by what is stored with its match. */
export function ruleOf(
  confidence: LedgerEntry['amazon_orders']['confidence'],
  evidence: Evidence,
): MatchRule {
  if (confidence === 'manual') return 'manual'
  return matchRules.find((rule) => rule === evidence?.rule) ?? 'none'
}

/** The click that a match went by, where it went by one. */
export function clickOf(evidence: Evidence): LedgerWhy['click'] {
  const { click_kind: kind, clicked_at: at, short_link_id: shortLink } = evidence ?? {}
  if ((kind !== 'view' && kind !== 'outbound') || typeof at !== 'string' || Number.isNaN(Date.parse(at)))
    return null
  return {
    kind,
    clicked_at: new Date(at).toISOString(),
    short_link_id: typeof shortLink === 'string' ? shortLink : null,
  }
}
