import { type Dispatch, useEffect, useRef } from 'react'
import { createMutex } from '../../../shared/mutex.ts'
import { patienceMs } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { useRefreshLists } from '../../item/use-own-lists.ts'
import { comeBackToDialog, sessionEnded } from '../../session/session-end.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { AddEvent, Step } from '../add-flow.ts'
import { waitingOutLimits, withTimeout } from '../link/timed-api.ts'
import { type BulkLine, linesToStart } from './bulk-flow.ts'
import { publishLine } from './publish-line.ts'

type Run = {
  api: ReturnType<typeof useApi>
  oneAtATime: ReturnType<typeof createMutex>
  controller: AbortController
  /** The keys of started lines: an effect that runs twice must not start one twice. */
  atWork: Set<string>
}

type Options = { step: Step; userId: string; dispatch: Dispatch<AddEvent> }

/** Publishes the lines of a running bulk, two at a time, until none is left or the dialog is unmounted. */
export function usePublishLines({ step, userId, dispatch }: Options): void {
  const api = useApi()
  const refreshLists = useRefreshLists()
  const running = useRef<Run>(null)
  useEffect(
    () => () => {
      running.current?.controller.abort()
      running.current = null
    },
    [],
  )

  function begin(): Run {
    const controller = new AbortController()
    const { signal } = controller
    const onWait = (waiting: boolean) => dispatch({ type: 'bulk_waiting', waiting })
    const patient = waitingOutLimits(withTimeout(api, patienceMs), { signal, onWait })
    return { api: patient, oneAtATime: createMutex(), controller, atWork: new Set() }
  }

  async function work(run: Run, line: BulkLine) {
    const { key } = line
    run.atWork.add(key)
    dispatch({ type: 'line_changed', key, change: { state: { name: 'working' } } })
    const { signal } = run.controller
    const outcome = await publishLine(run.api, line, {
      userId,
      signal,
      oneAtATime: run.oneAtATime,
      onBody: (body) => dispatch({ type: 'line_changed', key, change: { body } }),
    })
    run.atWork.delete(key)
    // Stored again: if the dialog was closed, the line is offered next time, with its key.
    if (signal.aborted) return
    if (outcome === 'signed_out') return stopForSession(run)
    dispatch({ type: 'line_changed', key, change: { state: outcome } })
  }

  function stopForSession(run: Run) {
    run.controller.abort()
    running.current = null
    dispatch({ type: 'bulk_stopped' })
    void toast.error('Error', { description: sessionEnded })
    void comeBackToDialog()
  }

  useEffect(() => {
    if (step.name !== 'bulk') return
    for (const line of linesToStart(step)) {
      running.current ??= begin()
      if (!running.current.atWork.has(line.key)) void work(running.current, line)
    }
  })

  // Once a run: at its end, or when the dialog is closed before it.
  const isPublishing =
    step.name === 'bulk' && step.running && step.lines.some(({ state }) => state.name === 'published')
  useEffect(() => {
    if (isPublishing) return () => void refreshLists()
  }, [isPublishing, refreshLists])
}
