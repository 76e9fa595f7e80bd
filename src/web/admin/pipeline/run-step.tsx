import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { RunFigure } from '../../../orders/run-orders/contract.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { isOpen, mayBeRestarted } from '../admin-queries.ts'
import type { Run } from '../answers.ts'
import { Stats } from '../parts/facts.tsx'
import { useRunCall } from '../runs/run-calls.ts'
import { RunEnded, RunProgress } from '../runs/run-progress.tsx'
import { figureNames } from '../runs/run-texts.ts'
import type { StepView } from './pipeline-state.ts'
import { Step } from './step.tsx'

type RunStepProps = {
  number: number
  title: string
  kind: 'match' | 'calculate'
  /** The button's text. */
  action: string
  view: StepView
  isNext: boolean
  /** The figures it counts; each links to its orders. */
  figures: readonly RunFigure[]
  /** Further figures: the waiting orders that none of the others counts. */
  rests: readonly { name: RunFigure; text: string }[]
  /** What is to be done elsewhere first. */
  note?: ReactNode
}

/** Matching or calculation: its button, its progress, and its results. */
export function RunStep({ number, title, kind, action, view, isNext, figures, rests, note }: RunStepProps) {
  const { isBusy, start, restart } = useRunCall()
  const statusId = useId()
  const { state, status, run, blocked } = view
  const again = mayBeRestarted(run) ? run : null
  const results = run?.state === 'done' ? run.results : null
  return (
    <Step number={number} title={title} state={state} status={status} statusId={statusId}>
      {run && isOpen(run) ? (
        <RunProgress run={run} />
      ) : (
        <>
          {run && <RunEnded run={run} />}
          {run && results && (
            <Stats
              figures={figures.map((name) => [
                figureNames[name],
                <Figure key={name} run={run} name={name} />,
              ])}
            />
          )}
          {run &&
            results &&
            rests
              .filter(({ name }) => (results[name] ?? 0) > 0)
              .map(({ name, text }) => (
                <p key={name} className="num text-caption text-ink-2">
                  <Figure run={run} name={name} /> of {counted(results.waiting ?? 0, 'order')} that waited{' '}
                  {text}
                </p>
              ))}
          {note}
          <Button
            block
            variant={isNext && !blocked ? 'primary' : 'quiet'}
            busy={isBusy}
            blocked={blocked !== null}
            aria-describedby={blocked ? statusId : undefined}
            title={blocked ?? undefined}
            onClick={() => !blocked && void (again ? restart(again) : start(kind))}
          >
            {again ? 'Start again' : action}
          </Button>
        </>
      )}
    </Step>
  )
}

type FigureProps = { run: Run; name: RunFigure }

/** A figure of a run with a link to its orders; without a link for runs whose orders are not stored. */
function Figure({ run: { id, results, orders_listed }, name }: FigureProps) {
  const count = results?.[name] ?? 0
  if (!orders_listed || count === 0) return numberText(count)
  return (
    <Link to="/admin/runs/$id/$figure" params={{ id, figure: name }} className="link">
      {numberText(count)}
    </Link>
  )
}
