import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useReconnect } from '../browser/connection.ts'
import { deferred } from '../browser/deferred.ts'
import { PartFailed } from './feedback/part-failed.tsx'

type DeferredOptions<Props> = {
  /** Shown while the part loads. */
  waiting?: (props: Props) => ReactNode
  /** The page works without it: where it fails, `waiting` stays, and no message is shown. */
  isQuiet?: boolean
}

/**
 * A component in a file of its own, loaded when it is first rendered, or by its `load`, which rejects when loading
 * failed. React's lazy components remember a failure for good; this one tries again when it is mounted again, when the
 * reader presses Retry, and when the connection returns.
 */
export function deferredPart<Props extends object>(
  importIt: () => Promise<ComponentType<Props>>,
  options: DeferredOptions<Props> = {},
) {
  const part = deferred(importIt)
  const draw = (props: Props): ReactNode => <Deferred part={part} props={props} {...options} />
  return Object.assign(draw, { load: part.load })
}

type DeferredProps<Props> = DeferredOptions<Props> & {
  part: ReturnType<typeof deferred<ComponentType<Props>>>
  props: Props
}

function Deferred<Props extends object>({ part, props, waiting, isQuiet }: DeferredProps<Props>) {
  const Part = part.useLoaded()
  const [attempt, setAttempt] = useState(1)
  const [failed, setFailed] = useState(0)
  const ask = () => setAttempt(attempt + 1)
  useReconnect(ask)
  useEffect(() => {
    part.load().catch(() => setFailed(attempt))
  }, [part, attempt])
  const standIn = waiting?.(props)
  // An error while it renders stays inside the part, and only a new page helps.
  const broken = () => (isQuiet ? standIn : <PartFailed isGone onRetry={ask} />)
  if (Part)
    return (
      <CatchBoundary getResetKey={() => ''} errorComponent={broken}>
        <Part {...props} />
      </CatchBoundary>
    )
  return failed < attempt || isQuiet ? standIn : <PartFailed isGone={attempt > 1} onRetry={ask} />
}
