import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import type { ApiError, InputOf } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { cacheImport } from '../admin-queries.ts'
import type { Import } from '../answers.ts'
import { messageOf } from '../parts/texts.ts'
import { useOneCall } from '../parts/use-one-call.ts'
import { watchRun } from '../runs/run-calls.ts'
import type { Refused } from './refusal.tsx'

type Answer = InputOf<'POST /api/v1/admin/imports/:id/answer'>['body']
type Work = 'answer' | 'merge' | 'discard' | 'undo'

const failures: Record<Work, string> = {
  answer: 'Import failed',
  merge: 'Import failed',
  discard: 'Could not discard the import',
  undo: 'Undo failed',
}

/** The calls an admin makes on an import, one at a time. Each resolves to whether it succeeded. */
export function useImportCall({ id }: Pick<Import, 'id'>) {
  const api = useApi()
  const client = useQueryClient()
  const { work, make } = useOneCall<Work>()
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const params = { id }

  const send = (next: Work, call: () => Promise<Import>) =>
    make(
      next,
      async () => {
        setRefusal(null)
        const answer = await call()
        if (answer.run) watchRun(answer.run)
        await cacheImport(client, answer)
      },
      (error) => {
        void toast.error(failures[next], { description: messageOf(error) })
        if (hasCode(error, 'conflict'))
          setRefusal({ message: messageOf(error), importId: importIn(error as ApiError) })
      },
    )

  return {
    work,
    /** Why the last call was refused: an import in the way, or the import has changed meanwhile. */
    refusal,
    answer: (body: Answer) =>
      send('answer', () => api('POST /api/v1/admin/imports/:id/answer', { params, body })),
    merge: () => send('merge', () => api('POST /api/v1/admin/imports/:id/merge', { params })),
    discard: () => send('discard', () => api('POST /api/v1/admin/imports/:id/discard', { params })),
    undo: (reason: string) =>
      send('undo', () => api('POST /api/v1/admin/imports/:id/undo', { params, body: { reason } })),
  }
}

/** The import that a refusal is about, where it names one. */
const importIn = ({ details }: ApiError): string | null =>
  'import_id' in details && typeof details.import_id === 'string' ? details.import_id : null
