import type { AnswerOf } from '../api/client.ts'

export type Report = AnswerOf<'POST /api/v1/me/collection'>
export type RecentImport = AnswerOf<'GET /api/v1/me/collection/imports'>['items'][number]
/** What undoing an import did, and the import's id. */
export type Undone = AnswerOf<'POST /api/v1/me/collection/imports/:id/undo'> & { id: string }
export type Remark = Report['errors'][number]

const number = (count: number) => count.toLocaleString('en-US')
const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`

/** `1 item`, `1,200 items`. */
export const items = (count: number): string => counted(count, 'item', 'items')

/** How many items an import adds or changes. */
export const workOf = ({ created, updated }: Report): number => created + updated

type Counts = Pick<Report, 'created' | 'updated' | 'unchanged' | 'skipped'>

/** What an import would do: `120 new, 4 changed, 3,000 unchanged, 2 rows with problems`. */
export function summaryText({ created, updated, unchanged, skipped }: Counts): string {
  const parts = [
    created > 0 && `${number(created)} new`,
    updated > 0 && `${number(updated)} changed`,
    unchanged > 0 && `${number(unchanged)} unchanged`,
    skipped > 0 && counted(skipped, 'row with problems', 'rows with problems'),
  ]
  return parts.filter(Boolean).join(', ') || 'No items in this file'
}

/** What an import did: `124 items imported: 120 new, 4 changed`. */
export function doneText(report: Report): string {
  const { created, updated } = report
  const parts = [created > 0 && `${number(created)} new`, updated > 0 && `${number(updated)} changed`]
  const did = parts.filter(Boolean).join(', ')
  // Another tab may have imported the same meanwhile.
  return did ? `${items(workOf(report))} imported: ${did}` : 'Everything was imported already'
}

/** What undoing an import would do, before it is done. */
export function undoText({ removable, created, updated }: RecentImport): string {
  const what =
    removable < created
      ? `${items(removable)} of the ${number(created)} it added`
      : `the ${items(created)} it added`
  const changed = removable < created ? 'What you have changed since stays. ' : ''
  return `This deletes ${what}, and their links stop working. ${changed}${staying(updated)}It cannot be undone.`
}

/** What undoing an import did: `Import undone: 118 items removed. 2 that you have changed since stay.` */
export function undoneText({ removed, kept, updated }: Omit<Undone, 'id'>): string {
  const keeping = kept > 0 && `${number(kept)} that you have changed since ${kept === 1 ? 'stays' : 'stay'}. `
  return `Import undone: ${items(removed)} removed. ${keeping || ''}${staying(updated)}`.trim()
}

/** Words for items that were there before an import. */
const staying = (updated: number): string =>
  updated > 0
    ? `${items(updated)} that it changed ${updated === 1 ? 'stays as it is' : 'stay as they are'}. `
    : ''

/** The position in the file: `Line 12, title`. */
export const positionText = ({ line, column }: Remark): string => `Line ${line}${column && `, ${column}`}`

/** All remarks as a CSV file. */
export const remarksCsv = (remarks: Remark[]): string =>
  [['line', 'column', 'message'], ...remarks.map(({ line, column, message }) => [line, column, message])]
    .map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
