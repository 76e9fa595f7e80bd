import { counted } from '../../count-text.ts'
import { type Import, isOpen, type Pipeline, type Run } from '../admin-queries.ts'
import { successText, workTexts } from '../runs/run-texts.ts'
import type { StepState } from './step.tsx'

export type StepView = {
  state: StepState
  status: string
  /** Under way, or the last one: what it is or was at, and what it came to. */
  run: Run | null
  /** Why it cannot be begun now; null when it can. */
  blocked: string | null
}

const openRun = ({ open_runs }: Pipeline, ...kinds: Run['kind'][]) =>
  open_runs.find(({ kind }) => kinds.includes(kind)) ?? null

/** The run that works on an import now, if there is one. */
export const importRunOf = (pipeline: Pipeline): Run | null => openRun(pipeline, 'stage', 'merge', 'undo')

const endedAt = (run: Run | null) => (run?.state === 'done' ? (run.finished_at ?? '') : '')

/** Whether orders have come that no matching has looked at since (docs/product/admin.md#pipeline). */
function needsMatching(pipeline: Pipeline): boolean {
  const { last, waiting_for_match } = pipeline
  if (waiting_for_match === 0) return false
  const matchedAt = endedAt(last.match)
  // What has come back to be matched since the last import holds nothing up.
  return matchedAt === '' || matchedAt < endedAt(last.import)
}

const runningStatus = (run: Run) =>
  run.state === 'waiting' ? 'Waiting for another step to end' : workTexts[run.kind]

/** Where the import stands (docs/product/admin.md#import-step). */
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

/** Where the matching stands. */
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
  // Their day may not be over yet. Only a matching after it settles them.
  return provisional > 0
    ? { ...view, status: `${view.status} · ${counted(provisional, 'order')} provisional` }
    : view
}

/** Where the calculation stands. */
export function calculateView(pipeline: Pipeline): StepView {
  const run = openRun(pipeline, 'calculate') ?? pipeline.last.calculate
  if (run && isOpen(run))
    return { state: 'ready', status: runningStatus(run), run, blocked: 'It is under way' }
  const isMatched = pipeline.last.match !== null && !openRun(pipeline, 'match', 'merge', 'undo')
  if (!isMatched || needsMatching(pipeline)) return waits('Starts when matching is done', run)
  const waiting = pipeline.waiting_for_calculation
  if (waiting > 0) {
    // An import that was undone, or a tracking id that changed, leaves orders to be matched again.
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

/** Nothing waits: the last run's outcome says how it stands. It may be run again all the same, and changes nothing. */
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

/** The page's one next step, which its primary button does. */
export function nextStep(pipeline: Pipeline, hasReport: boolean): StepName {
  if (hasReport || importRunOf(pipeline)) return 'import'
  const match = matchView(pipeline)
  if (match.state === 'ready' && needsMatching(pipeline)) return 'match'
  return calculateView(pipeline).state === 'ready' && pipeline.waiting_for_calculation > 0
    ? 'calculate'
    : 'import'
}
