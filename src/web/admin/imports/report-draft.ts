import { tabDraft } from '../../browser/tab-draft.ts'

/** What was typed for an import. */
export type ReportDraft = {
  text: string
  marketplace: string
  /** As the browser's control has it, in local time; empty for now. */
  asOf: string
  /** The text has arrived as it is: it is shown, but not new any more. */
  isSent: boolean
}

export const emptyReport: ReportDraft = { text: '', marketplace: 'us', asOf: '', isSent: false }

/** Kept for the tab: a reload, or a session that ends, loses nothing of it. */
export const { load: loadReport, save: saveReport } = tabDraft<ReportDraft>('folio.admin-report', 1)

/** Why a file cannot be a report, as far as its name and size tell; null when nothing speaks against it. */
export function reportFileProblem({ name, size }: { name: string; size: number }): string | null {
  if (/\.(xlsx?|ods|numbers|pdf|zip|gz)$/i.test(name))
    return 'This is not a text file. Download the report as CSV, or save it as CSV, then choose that file.'
  return size === 0 ? 'This file is empty.' : null
}
