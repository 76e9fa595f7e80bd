import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { mayBeRestarted, pipelineQuery } from '../admin-queries.ts'
import type { Run } from '../answers.ts'
import { percentOf } from '../parts/texts.ts'
import { useRunCall } from './run-calls.ts'
import { errorTitles, progressText, stoppedTexts, workTexts } from './run-texts.ts'

type RunProgressProps = { run: Run }

/** The progress of a run under way or waiting for its turn, with Stop. */
export function RunProgress({ run }: RunProgressProps) {
  const { isBusy, stop } = useRunCall()
  const isWaiting = run.state === 'waiting'
  const what = isWaiting ? 'Waiting for another step to end' : workTexts[run.kind]
  const isStopping = run.is_stopping || isBusy
  return (
    <div className="stack gap-2">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p role="status" className="text-small font-semibold">
            {isStopping ? 'Stopping…' : `${what}…`}
          </p>
          <p className="num min-h-4 text-caption text-ink-2">{progressText(run)}</p>
        </div>
        <Button size="sm" busy={isStopping} onClick={() => void stop(run)}>
          Stop
        </Button>
      </div>
      <ProgressBar
        label={what}
        percent={isWaiting ? 0 : percentOf(run.rows_done, run.rows_total)}
        text={progressText(run)}
      />
    </div>
  )
}

type RunEndedProps = { run: Run; action?: ReactNode }

/** Says that a run was stopped or failed; renders nothing for one that succeeded. */
export function RunEnded({ run, action }: RunEndedProps) {
  if (!mayBeRestarted(run)) return null
  if (run.state === 'stopped') {
    const far = progressText(run)
    return (
      <Banner tone="note" action={action}>
        <span className="num">Stopped{far && ` at ${far}`}.</span> {stoppedTexts[run.kind]}
      </Banner>
    )
  }
  return (
    <Banner tone="bad" action={action}>
      <b className="font-semibold">{errorTitles[run.kind]}</b>
      <br />
      {run.error?.message ?? 'An unexpected error occurred'}
    </Banner>
  )
}

/** The same, with the button to start it again. */
export function RunEndedWithRestart({ run }: RunEndedProps) {
  const { isBusy, restart } = useRunCall()
  const again = (
    <Button size="sm" busy={isBusy} onClick={() => void restart(run)}>
      Start again
    </Button>
  )
  return <RunEnded run={run} action={again} />
}

type ProgressBarProps = {
  label: string
  /** Null while the total is not known. */
  percent: number | null
  /** The progress in words. */
  text: string
}

/** A progress bar with its text. */
export function ProgressBar({ label, percent, text }: ProgressBarProps) {
  const isKnown = percent !== null
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={text || undefined}
      className="h-2 overflow-hidden rounded-full bg-neutral-soft inset-ring inset-ring-line-strong"
    >
      {isKnown ? (
        <div
          className="h-full rounded-full bg-ink transition-[width] duration-200 forced-colors:bg-[Highlight]"
          style={{ width: `${percent}%` }}
        />
      ) : (
        <div className="skeleton h-full" />
      )}
    </div>
  )
}

/** Says that orders wait to be matched again, after a change of what they are matched by. */
export function MatchingNotice() {
  const { data } = useQuery(pipelineQuery(useApi()))
  if (!data?.waiting_for_match) return null
  const isOne = data.waiting_for_match === 1
  return (
    <Banner tone="note">
      <span className="num">{counted(data.waiting_for_match, 'order')}</span> {isOne ? 'waits' : 'wait'} to be
      matched.{' '}
      <Link to="/admin" className="link">
        Go to the matching
      </Link>
    </Banner>
  )
}
