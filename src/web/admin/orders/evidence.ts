import { momentText } from '../../earnings/when-text.ts'
import type { OrderDetail } from '../admin-queries.ts'
import { counted } from '../parts/texts.ts'

/** What the matcher went by, as facts for people; what is not there, or not as expected, is left out. */
export function evidenceFacts(evidence: OrderDetail['evidence']): [label: string, value: string][] {
  const { clicked_at, click_kind, creators } = evidence
  const facts: [string, string | null][] = [
    ['Last click', isInstant(clicked_at) ? momentText(clicked_at) : null],
    ['Kind of click', kindTexts[String(click_kind)] ?? null],
    ['Creators with clicks', typeof creators === 'number' ? counted(creators, 'creator') : null],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

const kindTexts: Record<string, string> = {
  outbound: 'Shop on Amazon was pressed',
  view: 'The page was looked at',
}

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))
