import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Confirmation } from '../../../orders/imports/contract.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import { type Import, keepImport } from '../admin-queries.ts'
import { messageOf } from '../parts/texts.ts'
import { watchRun } from '../runs/run-calls.ts'

type Answer = { date_order: 'month_first' | 'day_first' } | { confirm: Confirmation }
type Work = 'answer' | 'merge' | 'discard' | 'undo'

const failures: Record<Work, string> = {
  answer: 'Import failed',
  merge: 'Import failed',
  discard: 'Could not discard the import',
  undo: 'Undo failed',
}

/** What an admin may do with an import, one call at a time. Each tells whether it was taken up. */
export function useImportCall({ id }: Pick<Import, 'id'>) {
  const api = useApi()
  const client = useQueryClient()
  const [work, setWork] = useState<Work | null>(null)
  const isUnderWay = useRef(false)
  const params = { id }

  async function make(next: Work, call: () => Promise<Import>): Promise<boolean> {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setWork(next)
    try {
      const answer = await call()
      if (answer.run) watchRun(answer.run)
      await keepImport(client, answer)
      return true
    } catch (error) {
      void toast.error(failures[next], { description: messageOf(error) })
      return false
    } finally {
      isUnderWay.current = false
      setWork(null)
    }
  }

  return {
    work,
    answer: (body: Answer) =>
      make('answer', () => api('POST /api/v1/admin/imports/:id/answer', { params, body })),
    merge: () => make('merge', () => api('POST /api/v1/admin/imports/:id/merge', { params })),
    discard: () => make('discard', () => api('POST /api/v1/admin/imports/:id/discard', { params })),
    undo: (reason: string) =>
      make('undo', () => api('POST /api/v1/admin/imports/:id/undo', { params, body: { reason } })),
  }
}
