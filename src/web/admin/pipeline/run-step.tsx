import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { OrderState } from '../../../orders/review/contract.ts'
import { counted, numberText } from '../../count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { isOpen, mayBeRestarted } from '../admin-queries.ts'
import { Stats } from '../parts/facts.tsx'
import { useRunCall } from '../runs/run-calls.ts'
import { RunEnded, RunProgress } from '../runs/run-progress.tsx'
import type { StepView } from './pipeline-state.ts'
import { Step } from './step.tsx'

type RunStepProps = {
  number: number
  title: string
  kind: 'match' | 'calculate'
  /** What its button says. */
  action: string
  view: StepView
  isNext: boolean
  /** What it counts, each with its name in the results, and the state of orders that its number leads to. */
  figures: readonly (readonly [label: string, name: string, state?: OrderState])[]
  /** Of those that waited, what is in none of the figures. */
  rest: { name: string; text: string }
}

/** A step that works on what is there already: its button, how far it is, and what it came to. */
export function RunStep({ number, title, kind, action, view, isNext, figures, rest }: RunStepProps) {
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
          {results && (
            <Stats
              figures={figures.map(([label, name, state]) => [
                label,
                <Figure key={name} count={results[name] ?? 0} state={state} />,
              ])}
            />
          )}
          {results && (results[rest.name] ?? 0) > 0 && (
            <p className="num text-caption text-ink-2">
              {numberText(results[rest.name] ?? 0)} of {counted(results.waiting ?? 0, 'order')} that waited{' '}
              {rest.text}
            </p>
          )}
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

type FigureProps = { count: number; state: OrderState | undefined }

/** A number that leads to the orders it counts, where there is a list of them. */
function Figure({ count, state }: FigureProps) {
  if (!state || count === 0) return numberText(count)
  return (
    <Link to="/admin/orders" search={{ state }} className="link">
      {numberText(count)}
    </Link>
  )
}
