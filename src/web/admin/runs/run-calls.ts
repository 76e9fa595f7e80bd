import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import { importQuery, type Run, refreshPipeline } from '../admin-queries.ts'
import { messageOf } from '../parts/message-of.ts'
import { failureTitles } from './run-texts.ts'
import { watchRun } from './use-run-ends.ts'

/** Starts, stops and restarts steps, one call at a time: a double click starts one run. */
export function useRunCall() {
  const api = useApi()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const isUnderWay = useRef(false)

  async function make(kind: Run['kind'], call: () => Promise<Run>) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    try {
      const run = await call()
      watchRun(run)
      if (run.import_id)
        await client.invalidateQueries({ queryKey: importQuery(api, run.import_id).queryKey })
      await refreshPipeline(client)
    } catch (error) {
      void toast.error(failureTitles[kind], { description: messageOf(error) })
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return {
    isBusy,
    start: (kind: 'match' | 'calculate') =>
      make(kind, () => api('POST /api/v1/admin/runs', { body: { kind } })),
    stop: ({ id, kind }: Run) =>
      make(kind, () => api('POST /api/v1/admin/runs/:id/stop', { params: { id } })),
    restart: ({ id, kind }: Run) =>
      make(kind, () => api('POST /api/v1/admin/runs/:id/restart', { params: { id } })),
  }
}
