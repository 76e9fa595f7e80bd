import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useReconnect } from '../browser/connection.ts'
import { deferred } from '../browser/deferred.ts'
import { PartFailed } from './feedback/part-failed.tsx'

type DeferredOptions<Props> = {
  /** Stands in its place while it is on the way. */
  waiting?: (props: Props) => ReactNode
  /** What it brings can be done without: where it fails, what waits for it stays, and nothing is said. */
  isQuiet?: boolean
}

/**
 * A component in a file of its own, loaded when it is first drawn, or by its `load`, which rejects when that failed.
 * React's lazy ones remember for good that they could not be loaded; this one is tried again when it is drawn again, where
 * the reader says so, and when the connection has returned.
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
  // What breaks while it is drawn takes nothing else along either, and only a new page helps.
  const broken = () => (isQuiet ? standIn : <PartFailed isGone onRetry={ask} />)
  if (Part)
    return (
      <CatchBoundary getResetKey={() => ''} errorComponent={broken}>
        <Part {...props} />
      </CatchBoundary>
    )
  return failed < attempt || isQuiet ? standIn : <PartFailed isGone={attempt > 1} onRetry={ask} />
}
