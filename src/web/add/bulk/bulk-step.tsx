import clsx from 'clsx'
import type { Dispatch } from 'react'
import { TitleText } from '../../look/words.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Spinner } from '../../ui/feedback/loading.tsx'
import type { AddEvent } from '../add-flow.ts'
import { OwnedLink } from '../publishing/owned-note.tsx'
import { StepHeading } from '../step-heading.tsx'
import { type BulkLine, countLines, type LineState, type BulkStep as Step } from './bulk-flow.ts'
import { announcementOf, headingOf, stateText, summaryOf } from './bulk-texts.ts'

type BulkStepProps = { step: Step; dispatch: Dispatch<AddEvent> }

/** Several links at once: the state of each, and the progress. The button is in the sheet's foot. */
export function BulkStep({ step, dispatch }: BulkStepProps) {
  const { lines, running, waiting } = step
  const counts = countLines(lines)
  return (
    <>
      <StepHeading>{headingOf(counts)}</StepHeading>
      <Progress over={counts.over} total={counts.total} summary={summaryOf(step)} />
      <p role="status" className="sr-only">
        {announcementOf(step)}
      </p>
      {running && waiting && (
        <Banner tone="note">
          Amazon items can be looked up 30 times a minute. This goes on by itself in a moment.
        </Banner>
      )}
      <ul aria-label="Links" className="-my-2">
        {lines.map((line) => (
          <BulkLineRow
            key={line.key}
            line={line}
            onPublishAgain={() => dispatch({ type: 'line_wanted_again', key: line.key })}
          />
        ))}
      </ul>
    </>
  )
}

type ProgressProps = { over: number; total: number; summary: string }

function Progress({ over, total, summary }: ProgressProps) {
  return (
    <div className="-mt-3 stack gap-2">
      <p className="num text-small text-ink-2">{summary}</p>
      <div
        role="progressbar"
        aria-label="Links done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={over}
        aria-valuetext={`${over} of ${total}`}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-money transition-[width]"
          style={{ width: `${(100 * over) / total}%` }}
        />
      </div>
    </div>
  )
}

type BulkLineRowProps = { line: BulkLine; onPublishAgain: () => void }

/** One link and its state. */
function BulkLineRow({ line, onPublishAgain }: BulkLineRowProps) {
  const { state } = line
  const isBad = state.name === 'refused' || state.name === 'failed'
  return (
    <li className="flex min-h-15 items-center gap-3 border-b py-2 last:border-0">
      <StateMark state={state} />
      <div className="min-w-0 flex-1">
        <LineName line={line} />
        <p className={clsx('text-caption', isBad ? 'font-medium text-danger' : 'text-ink-3')}>
          {stateText(state)}
          {(state.name === 'published' || state.name === 'owned') && (
            <>
              . <OwnedLink shortLinkId={state.shortLinkId} />
            </>
          )}
        </p>
      </div>
      {state.name === 'owned' && (
        <Button size="sm" onClick={onPublishAgain}>
          Post again<span className="sr-only">: {line.text}</span>
        </Button>
      )}
    </li>
  )
}

type LineProps = { line: BulkLine }

/** The product's title once there is one, the link until then. */
function LineName({ line: { state, text } }: LineProps) {
  if (state.name === 'published' || state.name === 'owned')
    return (
      <p dir="auto" className="truncate text-small font-semibold">
        <TitleText>{state.title}</TitleText>
      </p>
    )
  return (
    <p dir="ltr" className="truncate text-start text-small">
      {text}
    </p>
  )
}

type StateMarkProps = { state: LineState }

function StateMark({ state }: StateMarkProps) {
  return <span className="grid size-6 shrink-0 place-items-center">{markOf(state)}</span>
}

function markOf({ name }: LineState) {
  switch (name) {
    case 'waiting':
      return <span className="size-2 rounded-full bg-line-strong" />
    case 'working':
      return <Spinner size="sm" />
    case 'published':
      return <Icon name="check" className="text-money" />
    case 'owned':
      return <Icon name="folio" className="text-ink-3" />
    default:
      return <Icon name="alert" className="text-danger" />
  }
}
