import { Button } from '../../ui/button.tsx'
import type { Run } from '../admin-queries.ts'
import { percentOf } from '../parts/texts.ts'
import { ProgressBar } from './progress-bar.tsx'
import { useRunCall } from './run-calls.ts'
import { progressText, workTexts } from './run-texts.ts'

type RunProgressProps = { run: Run }

/** A step under way, or waiting for its turn: how far it is, and the way to stop it. */
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
