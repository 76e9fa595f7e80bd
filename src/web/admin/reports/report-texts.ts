import { counted } from '../../format/count-text.ts'
import type { ModerationCase } from '../answers.ts'

type Reason = ModerationCase['reports'][number]['reason']
type Action = ModerationCase['decisions'][number]['action']

/** The reasons of reports, in a few words. */
export const reasonTexts: Record<Reason, string> = {
  spam: 'Spam',
  misleading: 'Not what it says',
  offensive: 'Offensive',
  impersonation: 'Someone else’s identity or pictures',
  other: 'Something else',
}

/** The decisions, in a few words. */
export const actionTexts: Record<Action, string> = {
  product_hidden: 'Item hidden',
  product_restored: 'Item shown again',
  account_suspended: 'Account suspended',
  account_restored: 'Account let back in',
  sessions_ended: 'Signed out everywhere',
}

/** `3 open reports: Spam 2, Offensive 1`, `3 open reports: Spam`, or a text for a case without open reports. */
export function reportsText({ open_reports: count, reasons }: ModerationCase): string {
  if (count === 0) return 'No open reports'
  const named = Object.entries(reasons)
  const why = named.map(([reason, n]) => reasonTexts[reason as Reason] + (named.length > 1 ? ` ${n}` : ''))
  return `${counted(count, 'open report')}: ${why.join(', ')}`
}
