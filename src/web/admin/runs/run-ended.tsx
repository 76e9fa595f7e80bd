import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { mayBeRestarted, type Run } from '../admin-queries.ts'
import { useRunCall } from './run-calls.ts'
import { failureTitles, progressText } from './run-texts.ts'

type RunEndedProps = { run: Run; action?: ReactNode }

/** A step that was stopped or failed; nothing for one that went well. */
export function RunEnded({ run, action }: RunEndedProps) {
  if (!mayBeRestarted(run)) return null
  if (run.state === 'stopped') {
    const far = progressText(run)
    return (
      <Banner tone="note" action={action}>
        <span className="num">Stopped{far && ` at ${far}`}.</span> What was done so far stays.
      </Banner>
    )
  }
  return (
    <Banner tone="bad" action={action}>
      <b className="font-semibold">{failureTitles[run.kind]}</b>
      <br />
      {run.error?.message ?? 'An unexpected error occurred'}
    </Banner>
  )
}

/** The same with the way to go on. */
export function RunEndedWithRestart({ run }: RunEndedProps) {
  const { isBusy, restart } = useRunCall()
  const again = (
    <Button size="sm" busy={isBusy} onClick={() => void restart(run)}>
      Start again
    </Button>
  )
  return <RunEnded run={run} action={again} />
}
