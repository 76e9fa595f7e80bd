import type { Confirmation, Doubt } from '../../../orders/imports/contract.ts'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { counted, numberText } from '../../format/count-text.ts'
import type { Import, ImportBatch } from '../answers.ts'

/** The name of an import: its file's, or 'Pasted text'. */
export const importName = ({ file_name }: Pick<ImportBatch, 'file_name'>): string =>
  file_name ?? 'Pasted text'

type Choice = NonNullable<Confirmation[number]['choice']>

const amazonFormats = { fee_earnings: 'Amazon Fee-Earnings', fee_orders: 'Amazon Fee-Orders' }

/** The name of a report's format; `appName` is the installation's name. */
export function formatName(format: ImportBatch['format'], appName: string): string {
  if (!format) return 'Not known yet'
  return format === 'folio_csv' ? `${appName} CSV` : amazonFormats[format]
}

type State = { text: string; tone: 'neutral' | 'good' | 'waiting' | 'accent' }

const states: Record<ImportBatch['state'], State> = {
  receiving: { text: 'Arriving', tone: 'waiting' },
  received: { text: 'Being read', tone: 'waiting' },
  staged: { text: 'To be looked over', tone: 'waiting' },
  question: { text: 'Has a question', tone: 'waiting' },
  merged: { text: 'Imported', tone: 'good' },
  repeated: { text: 'Repeated', tone: 'neutral' },
  failed: { text: 'Failed', tone: 'accent' },
  discarded: { text: 'Discarded', tone: 'neutral' },
}

/** The state of an import, in a word or two. */
export const stateOf = ({ state, undone }: Pick<ImportBatch, 'state' | 'undone'>): State =>
  undone ? { text: 'Undone', tone: 'neutral' } : states[state]

/** The outcome of an import in a line: `1,221 rows: 1,204 new, 15 changed, 2 rows left out`. */
export function outcomeText(batch: ImportBatch): string {
  const parts = [
    batch.imported > 0 && `${numberText(batch.imported)} new`,
    batch.updated > 0 && `${numberText(batch.updated)} changed`,
    batch.withdrawn > 0 && `${numberText(batch.withdrawn)} withdrawn`,
    batch.failed > 0 && `${counted(batch.failed, 'row')} left out`,
  ].filter(Boolean)
  const isRead = batch.total > 0 || !['receiving', 'received', 'question'].includes(batch.state)
  const total = isRead ? counted(batch.total, 'row') : 'Not read yet'
  return parts.length > 0 ? `${total}: ${parts.join(', ')}` : total
}

const questions: Record<string, string> = {
  repeated_rows: 'Equal rows counted',
  differing_rows: 'Rows of one id counted',
  retold_returns: 'Returns reported again are',
}
const choices: Partial<Record<Choice, string>> = {
  once: 'Once',
  each: 'Each',
  same_return: 'The same return',
  another_return: 'Another return',
}

/** A choice that an admin made for an import, as question and answer, with who made it. */
export const choiceFact = ({ kind, choice, by }: Import['choices'][number]): [string, string] => [
  questions[kind] ?? kind,
  `${choices[choice] ?? choice}${by ? ` (@${by})` : ''}`,
]

/** Both readings of an ambiguous date, `03/04/2026` being March 4 or April 3; null for what is no such date. */
export function readings(example: string): { month_first: string; day_first: string } | null {
  const [, first, second, year] = /^(\d{1,2})\D(\d{1,2})\D(\d{2,4})/.exec(example.trim()) ?? []
  if (!first || !second || !year) return null
  const fullYear = Number(year) < 100 ? 2000 + Number(year) : Number(year)
  const name = (month: string, day: string) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
      Date.UTC(fullYear, Number(month) - 1, Number(day)),
    )
  return { month_first: name(first, second), day_first: name(second, first) }
}

/** The answers chosen so far, by question. */
export type Chosen = Partial<Record<Doubt['kind'], Choice>>

/** The body that confirms all `reasons`, with the chosen answers. */
export const confirmationOf = (reasons: Doubt[], chosen: Chosen): Confirmation =>
  reasons.map(({ kind, rows, commission, choices }) => ({
    kind,
    rows,
    commission,
    ...(choices && chosen[kind] && { choice: chosen[kind] }),
  }))

/** Whether an import waits for an admin to look it over or to answer a question. */
export const isWaitingForAdmin = ({ state }: Import): boolean => state === 'staged' || state === 'question'

/** What undoing an import changes, in a sentence. */
export const undoText = (
  { orders, commission }: NonNullable<Import['undone_effect']>,
  currency: string,
): string => `${counted(orders, 'order')}, ${moneyText(commission, currency)} of commission`
