import type { RunOutcome } from '../runs/rules.ts'
import type { RunFigure } from './contract.ts'

/** The outcomes that each number of a run counts. */
export const outcomesOf: Record<RunFigure, RunOutcome[]> = {
  total: ['high', 'medium', 'unknown'],
  matched: ['high', 'medium'],
  high_confidence: ['high'],
  medium_confidence: ['medium'],
  no_match: ['unknown'],
  left_alone: ['left_alone'],
  timed_out: ['timed_out'],
  processed: ['processed'],
  unchanged: ['unchanged'],
}
