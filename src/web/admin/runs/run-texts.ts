import type { RunFigure } from '../../../orders/run-orders/contract.ts'
import { numberText } from '../../format/count-text.ts'
import type { Run } from '../answers.ts'
import { percentOf } from '../parts/texts.ts'

type Kind = Run['kind']

/** What a run is doing. */
export const workTexts: Record<Kind, string> = {
  stage: 'Reading the file',
  merge: 'Importing',
  undo: 'Undoing the import',
  match: 'Matching orders to clicks',
  calculate: 'Calculating earnings',
  turn_over: 'Changing which format pays',
}

/** Titles of failures (docs/product/admin.md#pipeline). */
export const errorTitles: Record<Kind, string> = {
  stage: 'Import failed',
  merge: 'Import failed',
  undo: 'Undo failed',
  match: 'Matching failed',
  calculate: 'Calculation failed',
  turn_over: 'Could not set the day',
}

/** What a stopped run leaves. All but matching and calculation take effect as a whole or not at all (decision 24). */
export const stoppedTexts: Record<Kind, string> = {
  stage: 'Nothing of this report was imported.',
  merge: 'Nothing was imported: no order has changed.',
  undo: 'Nothing was undone: no order has changed.',
  match: 'What was done so far stays.',
  calculate: 'What was done so far stays.',
  turn_over: 'The day is as it was: no order has changed.',
}

const resultOf = (run: Run, name: string) => numberText(run.results?.[name] ?? 0)

/**
 * The message for a run that is done (docs/product/admin.md#pipeline); null for the reading of a file, which is half of
 * an import.
 */
export function successText(run: Run): string | null {
  switch (run.kind) {
    case 'merge':
      // The run ended with a question to confirm, so nothing has been done yet.
      if (run.results?.to_confirm) return null
      return `Import completed (Imported ${resultOf(run, 'imported')} orders)`
    case 'match':
      return `Matching completed (Matched ${resultOf(run, 'matched')} orders)`
    case 'calculate':
      return `Earnings calculated (Processed ${resultOf(run, 'processed')} orders)`
    case 'undo':
      return 'Import undone'
    case 'turn_over':
      return run.results?.to_confirm ? null : 'Day set'
    case 'stage':
      return null
  }
}

/** `412,000 of 1,000,000 rows · 41%`; empty before the first row. */
export function progressText({ rows_done, rows_total }: Pick<Run, 'rows_done' | 'rows_total'>): string {
  const percent = percentOf(rows_done, rows_total)
  if (rows_total && percent !== null)
    return `${numberText(rows_done)} of ${numberText(rows_total)} rows · ${percent}%`
  return rows_done > 0 ? `${numberText(rows_done)} rows` : ''
}

/** The names of runs. */
export const kindNames: Record<Kind, string> = {
  stage: 'Reading of a report',
  merge: 'Import',
  undo: 'Undoing of an import',
  match: 'Commission matching',
  calculate: 'Earnings calculation',
  turn_over: 'Change of the ship date',
}

/** The names of a run's figures, as on the panel (docs/product/admin.md#pipeline). */
export const figureNames: Record<RunFigure, string> = {
  total: 'Total',
  matched: 'Matched',
  high_confidence: 'High confidence',
  medium_confidence: 'Medium confidence',
  no_match: 'No match',
  left_alone: 'Left as they are',
  timed_out: 'Took too long',
  processed: 'Processed',
  unchanged: 'Nothing new to post',
}

const figures: Partial<Record<Kind, RunFigure[]>> = {
  match: ['total', 'matched', 'high_confidence', 'medium_confidence', 'no_match', 'left_alone', 'timed_out'],
  calculate: ['processed', 'unchanged'],
}

/** The figures of a kind of run that have orders; while the kind is not known, the one in the address. */
export const figuresOfKind = (kind: Kind | undefined, asked: RunFigure): RunFigure[] =>
  (kind && figures[kind]) ?? [asked]

/** The figure that an address names; the first of the run’s for an unknown one. */
export const figureIn = (text: string, kind: Kind | undefined): RunFigure =>
  Object.hasOwn(figureNames, text) ? (text as RunFigure) : ((kind && figures[kind]?.[0]) ?? 'total')
