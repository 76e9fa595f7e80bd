import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { useApi } from '../../api/use-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { importQuery, isOpen, pipelineQuery, refreshAdmin } from '../admin-queries.ts'
import type { Run } from '../answers.ts'
import { messageOf } from '../parts/texts.ts'
import { useOneCall } from '../parts/use-one-call.ts'
import { failureTitles, successText } from './run-texts.ts'

/** Starts, stops and restarts runs, one call at a time, so that a double click starts one run. */
export function useRunCall() {
  const api = useApi()
  const client = useQueryClient()
  const withKey = useIdempotencyKey()
  const { isBusy, make } = useOneCall<Run['kind']>()

  const send = (kind: Run['kind'], call: () => Promise<Run>) =>
    make(
      kind,
      async () => {
        const run = await call()
        watchRun(run)
        if (run.import_id)
          await client.invalidateQueries({ queryKey: importQuery(api, run.import_id).queryKey })
        await refreshAdmin(client)
      },
      (error) => void toast.error(failureTitles[kind], { description: messageOf(error) }),
    )

  /** The last run of a kind that the page shows. It is part of the idempotency key: a run after it is a new request. */
  const lastOf = (kind: 'match' | 'calculate') =>
    client.getQueryData(pipelineQuery(api).queryKey)?.last[kind]?.id

  return {
    isBusy,
    start: (kind: 'match' | 'calculate') =>
      send(kind, () =>
        withKey(`${kind} after ${lastOf(kind)}`, (idempotencyKey) =>
          api('POST /api/v1/admin/runs', { body: { kind } }, { idempotencyKey }),
        ),
      ),
    stop: ({ id, kind }: Run) =>
      send(kind, () => api('POST /api/v1/admin/runs/:id/stop', { params: { id } })),
    restart: ({ id, kind }: Run) =>
      send(kind, () =>
        withKey(`restart ${id}`, (idempotencyKey) =>
          api('POST /api/v1/admin/runs/:id/restart', { params: { id } }, { idempotencyKey }),
        ),
      ),
  }
}

/** Runs that were seen under way or started here, and whose end has not been shown yet. */
const watched = new Set<string>()

/** Reading a file and merging it are two runs of one import; their end is shown once. */
const keyOf = (run: Run) => run.import_id ?? run.id

/** Has the end of a run shown, even if it is already over. */
export const watchRun = (run: Run): void => void watched.add(keyOf(run))

/** Shows a toast when a run ends that was seen under way, whoever started it (docs/product/admin.md#pipeline). */
export function useRunEnds(runs: readonly (Run | null)[]): void {
  useEffect(() => {
    const known = runs.filter((run) => run !== null)
    const open = known.filter(isOpen)
    open.forEach(watchRun)
    const underWay = new Set(open.map(keyOf))
    for (const run of known) {
      if (isOpen(run) || underWay.has(keyOf(run)) || !watched.has(keyOf(run))) continue
      if (run.kind === 'stage' && run.state === 'done') continue
      watched.delete(keyOf(run))
      showEnd(run)
    }
  }, [runs])
}

function showEnd(run: Run) {
  const success = successText(run)
  if (run.state === 'done' && success) void toast.success(success)
  if (run.state === 'failed') void toast.error(failureTitles[run.kind], { description: run.error?.message })
}
