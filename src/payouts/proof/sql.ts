import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { FileKind } from '../runs/files-rules.ts'

/** The approved runs, in order. */
export const selectApproved = (db: Kysely<DB>) =>
  db
    .selectFrom('payout_runs')
    .where('state', '=', 'approved')
    .orderBy('number')
    .select(['id', 'number'])
    .execute()

export type SealedFile = Awaited<ReturnType<typeof selectSealedFiles>>[number]

/** The files of a run with their contents. */
export const selectSealedFiles = (db: Kysely<DB>, runId: string) =>
  db
    .selectFrom('payout_files')
    .where('run_id', '=', runId)
    .orderBy('name')
    .orderBy('edition')
    .select(['run_id', 'kind', 'name', 'edition', 'rows', 'sealed', 'key_mark', 'sha256'])
    .$narrowType<{ kind: FileKind }>()
    .execute()
