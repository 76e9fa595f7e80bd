import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Api, Extras } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { isOpen, refreshAdmin, refreshRates } from '../admin-queries.ts'
import type { Run } from '../answers.ts'
import { errorTitles, successText } from './run-texts.ts'

type RunWork =
  | { what: 'start'; kind: 'match' | 'calculate'; after: string | undefined }
  | { what: 'stop' | 'restart'; kind: Run['kind']; id: string }

/** Starts, stops and restarts runs, one call at a time, so that a double click starts one run. */
export function useRunCall() {
  const api = useApi()
  const client = useQueryClient()
  const { run, isBusy } = useAct({
    send: (api, work: RunWork, extras) => callOf(api, work, extras),
    after: async (begun) => {
      watchRun(begun)
      await refreshAdmin(client)
    },
    failed: ({ kind }) => errorTitles[kind],
  })
  return {
    isBusy,
    start: (kind: 'match' | 'calculate') => {
      // The last run that the page shows is part of the idempotency key: a run after it is a new request.
      const after = client.getQueryData(queryOf(api, 'GET /api/v1/admin/pipeline').queryKey)?.last[kind]?.id
      return run({ what: 'start', kind, after })
    },
    stop: ({ id, kind }: Run) => run({ what: 'stop', kind, id }),
    restart: ({ id, kind }: Run) => run({ what: 'restart', kind, id }),
  }
}

function callOf(api: Api, work: RunWork, extras: Extras): Promise<Run> {
  if (work.what === 'start') return api('POST /api/v1/admin/runs', { body: { kind: work.kind } }, extras)
  const params = { id: work.id }
  return work.what === 'stop'
    ? api('POST /api/v1/admin/runs/:id/stop', { params })
    : api('POST /api/v1/admin/runs/:id/restart', { params }, extras)
}

/** Runs that were seen under way or started here, and whose end has not been shown yet. */
const watched = new Set<string>()

/** Reading a file and merging it are two runs of one import; their end is shown once. */
const keyOf = (run: Run) => run.import_id ?? run.id

/** Has the end of a run shown, even if it is already over. */
export const watchRun = (run: Run): void => void watched.add(keyOf(run))

/**
 * Shows a toast when a run ends that was seen under way, whoever started it (docs/product/admin.md#pipeline), and asks
 * again how many orders wait for a rate.
 */
export function useRunEnds(runs: readonly (Run | null)[]): void {
  const client = useQueryClient()
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
      void refreshRates(client)
    }
  }, [runs, client])
}

function showEnd(run: Run) {
  const success = successText(run)
  if (run.state === 'done' && success) void toast.success(success)
  if (run.state === 'failed') void toast.error(errorTitles[run.kind], { description: run.error?.message })
}
