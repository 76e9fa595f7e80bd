import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import { type Api, ApiError, type InputOf } from '../../api/client.ts'
import { messageOf, useAct } from '../../api/use-act.ts'
import { cacheImport } from '../admin-queries.ts'
import type { Import } from '../answers.ts'
import { watchRun } from '../runs/run-calls.ts'
import type { Refused } from './refusal.tsx'

type Answer = InputOf<'POST /api/v1/admin/imports/:id/answer'>['body']
type Work = { what: 'answer'; body: Answer } | { what: 'merge' | 'discard' }

const failures: Record<Work['what'], string> = {
  answer: 'Import failed',
  merge: 'Import failed',
  discard: 'Could not discard the import',
}

/** The calls an admin makes on an import, one at a time. Each resolves to whether it succeeded. */
export function useImportCall({ id }: Pick<Import, 'id'>) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const { run, current } = useAct({
    send: (api, work: Work) => callOf(api, id, work),
    after: async (answer) => {
      setRefusal(null)
      if (answer.run) watchRun(answer.run)
      await cacheImport(client, answer)
    },
    failed: ({ what }) => failures[what],
    onRefused: (error) => {
      if (error instanceof ApiError && hasCode(error, 'conflict'))
        setRefusal({ message: messageOf(error), importId: importIn(error) })
      return false
    },
  })
  return {
    /** The call under way. */
    work: current?.what ?? null,
    /** Why the last call was refused: an import in the way, or the import has changed meanwhile. */
    refusal,
    answer: (body: Answer) => run({ what: 'answer', body }),
    merge: () => run({ what: 'merge' }),
    discard: () => run({ what: 'discard' }),
  }
}

function callOf(api: Api, id: string, work: Work): Promise<Import> {
  const params = { id }
  if (work.what === 'answer') return api('POST /api/v1/admin/imports/:id/answer', { params, body: work.body })
  return api(`POST /api/v1/admin/imports/:id/${work.what}`, { params })
}

/** The import that a refusal is about, where it names one. */
const importIn = ({ details }: ApiError): string | null =>
  'import_id' in details && typeof details.import_id === 'string' ? details.import_id : null
