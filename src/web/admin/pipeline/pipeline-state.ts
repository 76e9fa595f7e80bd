import { counted } from '../../format/count-text.ts'
import { isOpen } from '../admin-queries.ts'
import type { Import, Pipeline, Run } from '../answers.ts'
import { successText, workTexts } from '../runs/run-texts.ts'
import type { StepState } from './step.tsx'

export type StepView = {
  state: StepState
  status: string
  /** The run under way, else the last one. */
  run: Run | null
  /** Why the step cannot be started now; null when it can. */
  blocked: string | null
}

const openRun = ({ open_runs }: Pipeline, ...kinds: Run['kind'][]) =>
  open_runs.find(({ kind }) => kinds.includes(kind)) ?? null

/** The run that works on an import now, if there is one. */
export const importRunOf = (pipeline: Pipeline): Run | null => openRun(pipeline, 'stage', 'merge', 'undo')

const endedAt = (run: Run | null) => (run?.state === 'done' ? (run.finished_at ?? '') : '')

/** Whether an import has brought orders since the last matching (docs/product/admin.md#pipeline). */
function needsMatching(pipeline: Pipeline): boolean {
  const { last, waiting_for_match } = pipeline
  if (waiting_for_match === 0) return false
  const matchedAt = endedAt(last.match)
  // Orders that wait to be matched again since then do not block the calculation.
  return matchedAt === '' || matchedAt < endedAt(last.import)
}

const runningStatus = (run: Run) =>
  run.state === 'waiting' ? 'Waiting for another step to end' : workTexts[run.kind]

/** The state of the import step (docs/product/admin.md#import-step). */
export function importView(batch: Import | undefined): Pick<StepView, 'state' | 'status'> {
  if (batch?.run && isOpen(batch.run)) return { state: 'ready', status: runningStatus(batch.run) }
  switch (batch?.undone ? 'discarded' : batch?.state) {
    case 'merged':
      return {
        state: 'done',
        status: `Import completed (Imported ${batch?.imported.toLocaleString('en-US')} orders)`,
      }
    case 'staged':
      return {
        state: 'ready',
        status: batch?.question ? 'Ready, but to be confirmed first' : 'Ready: look over what would change',
      }
    case 'question':
      return { state: 'ready', status: 'Ready, but for one question' }
    case 'failed':
      return { state: 'ready', status: 'Import failed' }
    default:
      return { state: 'ready', status: 'Paste a commission report, or choose its file' }
  }
}

/** The state of the matching step. */
export function matchView(pipeline: Pipeline): StepView {
  const run = openRun(pipeline, 'match') ?? pipeline.last.match
  if (run && isOpen(run))
    return { state: 'ready', status: runningStatus(run), run, blocked: 'It is under way' }
  const importing = openRun(pipeline, 'merge', 'undo')
  if (importing) return waits('Starts when the import is done', run)
  if (!pipeline.has_orders) return waits('Starts when orders have been imported', run)
  const waiting = pipeline.waiting_for_match
  if (waiting > 0)
    return {
      state: 'ready',
      status: `Ready: ${counted(waiting, 'order')} to match to clicks`,
      run,
      blocked: null,
    }
  const view = settled(run, 'Every order has been looked at')
  const { provisional } = pipeline
  // Provisional matches become final only by a matching after the order's day.
  return provisional > 0
    ? { ...view, status: `${view.status} · ${counted(provisional, 'order')} provisional` }
    : view
}

/** The state of the calculation step. */
export function calculateView(pipeline: Pipeline): StepView {
  const run = openRun(pipeline, 'calculate') ?? pipeline.last.calculate
  if (run && isOpen(run))
    return { state: 'ready', status: runningStatus(run), run, blocked: 'It is under way' }
  const isMatched = pipeline.last.match !== null && !openRun(pipeline, 'match', 'merge', 'undo')
  if (!isMatched || needsMatching(pipeline)) return waits('Starts when matching is done', run)
  const waiting = pipeline.waiting_for_calculation
  if (waiting > 0) {
    // An undone import or a changed tracking id leaves orders to be matched again.
    const unmatched = pipeline.waiting_for_match
    const hint = unmatched > 0 ? ` (${counted(unmatched, 'order')} still to match)` : ''
    return {
      state: 'ready',
      status: `Ready: ${counted(waiting, 'order')} to calculate${hint}`,
      run,
      blocked: null,
    }
  }
  return settled(run, 'Nothing has changed since')
}

const waits = (why: string, run: Run | null): StepView => ({ state: 'waits', status: why, run, blocked: why })

/** The state where nothing waits: the last run's outcome. The step may run again, and then changes nothing. */
function settled(run: Run | null, otherwise: string): StepView {
  const isDone = run?.state === 'done'
  return {
    state: isDone ? 'done' : 'ready',
    status: (isDone && successText(run)) || otherwise,
    run,
    blocked: null,
  }
}

type StepName = 'import' | 'match' | 'calculate'

/** The page's one next step, which has the primary button. */
export function nextStep(pipeline: Pipeline, hasReport: boolean): StepName {
  if (hasReport || importRunOf(pipeline)) return 'import'
  const match = matchView(pipeline)
  if (match.state === 'ready' && needsMatching(pipeline)) return 'match'
  return calculateView(pipeline).state === 'ready' && pipeline.waiting_for_calculation > 0
    ? 'calculate'
    : 'import'
}
