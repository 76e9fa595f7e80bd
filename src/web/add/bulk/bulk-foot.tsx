import type { Dispatch } from 'react'
import { Button } from '../../ui/button/button.tsx'
import type { AddEvent } from '../add-flow.ts'
import { type BulkStep, countLines } from './bulk-flow.ts'
import { itemsText } from './bulk-texts.ts'

type BulkFootProps = { step: BulkStep; dispatch: Dispatch<AddEvent>; onInbox: () => void }

/** The bulk's main button: start, retry what failed, or go to the Inbox. */
export function BulkFoot({ step, dispatch, onInbox }: BulkFootProps) {
  const { waiting, failed } = countLines(step.lines)
  const next = nextOf()
  return (
    <div className="stack gap-2">
      <Button variant="primary" size="lg" block busy={step.running} onClick={next.go}>
        {next.label}
      </Button>
      {failed > 0 && !step.running && (
        <Button variant="ghost" block onClick={onInbox}>
          Go to Inbox
        </Button>
      )}
    </div>
  )

  function nextOf() {
    if (step.running) return { label: 'Posting', go: undefined }
    if (waiting > 0)
      return { label: `Post ${itemsText(waiting)}`, go: () => dispatch({ type: 'bulk_started' }) }
    if (failed > 0)
      return { label: `Retry ${itemsText(failed)}`, go: () => dispatch({ type: 'lines_retried' }) }
    return { label: 'Go to Inbox', go: onInbox }
  }
}
