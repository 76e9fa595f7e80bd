import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import { readByCursor } from '../platform/database/cursor.ts'
import { eachOf, type InBatches } from '../platform/files/json-object.ts'
import type { exportedLists } from './export-contract.ts'
import { allLists, type ExportedListRow } from './export-sql.ts'
import { hiddenOf } from './serialize.ts'

type ExportedLists = z.input<typeof exportedLists>

/** Lists that are read at once: one may have 500 items. */
const atOnce = 20

/** The caller's lists for their export, with their items and links. To be read in the caller's transaction. */
export function exportLists(context: Context): InBatches<ExportedLists> {
  const { userId } = requireUser(context)
  return { lists: eachOf(readByCursor(context.db, allLists(userId), atOnce), serializeExported) }
}

const serializeExported = ({
  hidden_at,
  hidden_reason,
  ...row
}: ExportedListRow): ExportedLists['lists'][number] => ({
  ...row,
  hidden: hiddenOf({ hidden_at, hidden_reason }),
  first_public_at: row.first_public_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  items: row.items ?? [],
})
