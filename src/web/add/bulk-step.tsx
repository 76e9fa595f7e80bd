import type { Dispatch } from 'react'
import { Banner } from '../ui/feedback/banner.tsx'
import type { AddEvent } from './add-flow.ts'
import { countLines, type BulkStep as Step } from './bulk/bulk-flow.ts'
import { BulkLineRow } from './bulk/bulk-step.tsx'
import { announcementOf, headingOf, summaryOf } from './bulk/bulk-texts.ts'
import { StepHeading } from './step-heading.tsx'

type BulkStepProps = { step: Step; dispatch: Dispatch<AddEvent> }

/** Several links at once: what becomes of each, and how far it is. The button stands in the sheet's foot. */
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
            onPostAgain={() => dispatch({ type: 'line_wanted_again', key: line.key })}
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
