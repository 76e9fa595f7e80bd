import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIdempotencyKey } from '../../idempotency-key.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import { importQuery, isOpen, pipelineQuery, type Run, refreshPipeline } from '../admin-queries.ts'
import { messageOf } from '../parts/texts.ts'
import { useOneCall } from '../parts/use-one-call.ts'
import { failureTitles, successText } from './run-texts.ts'

/** Starts, stops and restarts steps, one call at a time: a double click starts one run. */
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
        await refreshPipeline(client)
      },
      (error) => void toast.error(failureTitles[kind], { description: messageOf(error) }),
    )

  /** The run of that kind which the page shows: after it, another one is asked for. */
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

/** Runs that were seen under way, or begun here, and whose end has not been told yet. */
const watched = new Set<string>()

/** The reading of a file and its taking effect are two runs of one import, told of once. */
const keyOf = (run: Run) => run.import_id ?? run.id

/** Has the end of a run told, even if it is over already. */
export const watchRun = (run: Run): void => void watched.add(keyOf(run))

/** Tells how runs ended that were seen under way (docs/product/admin.md#pipeline), whoever began them. */
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
      tell(run)
    }
  }, [runs])
}

function tell(run: Run) {
  const success = successText(run)
  if (run.state === 'done' && success) void toast.success(success)
  if (run.state === 'failed') void toast.error(failureTitles[run.kind], { description: run.error?.message })
}
