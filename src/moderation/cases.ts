import type { z } from 'zod'
import { type Context, requireAdmin } from '../platform/context.ts'
import { readCursor, writeCursor } from '../shared/cursor.ts'
import { pick } from '../shared/fields/by-name.ts'
import { storedFields } from '../shared/fields/owner-fields.ts'
import { adminPageSize, parseCursor, toPage } from '../shared/paging.ts'
import { type CaseRow, selectCases } from './cases-sql.ts'
import type { ModerationCase, moderationContract } from './contract.ts'

type List = (typeof moderationContract)['GET /api/v1/admin/reports']
type SerializedCase = z.input<List['response']>['items'][number]

/** A page of cases, the newest first: open ones, or all. */
export async function listCases(
  context: Context,
  { state, cursor }: z.output<List['query']>,
): Promise<z.input<List['response']>> {
  requireAdmin(context)
  return readCases(context, { isOpen: state === 'open', cursor })
}

/** The same for operators, whose commands have no account. */
export async function readCases(
  { db }: Context,
  { isOpen, cursor }: { isOpen: boolean; cursor?: string | undefined },
): Promise<z.input<List['response']>> {
  const before = parseCursor(cursor, readCursor)
  const rows = await selectCases(db, { isOpen, before, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: serializeCase,
    cursorOf: ({ noted_at, id }) => writeCursor({ createdAt: noted_at, id }),
  })
}

const serializeCase = (row: CaseRow): SerializedCase => ({
  id: row.id,
  noted_at: row.noted_at.toISOString(),
  open_reports: row.open_reports,
  reasons: row.reasons ?? {},
  reports: row.reports ?? [],
  decisions: row.decisions ?? [],
  product: row.product_id ? shownProduct(row, row.product_id) : null,
  list: row.list_id ? shownList(row, row.list_id) : null,
  account: row.account_id ? shownAccount(row, row.account_id) : null,
})

const noted = (since: Date | null, reason: string | null) =>
  since && reason !== null ? { reason, since: since.toISOString() } : null

const shownProduct = (row: CaseRow, id: string): SerializedCase['product'] => ({
  id,
  short_link_id: row.short_link_id ?? id,
  asin: row.asin,
  ...pick(row, storedFields),
  image_source: row.image_source as NonNullable<ModerationCase['product']>['image_source'],
  created_at: row.product_created_at.toISOString(),
  hidden: noted(row.hidden_at, row.hidden_reason),
  is_deleted: row.deleted_at !== null,
})

const shownList = (row: CaseRow, id: string): SerializedCase['list'] => ({
  id,
  slug: row.list_slug,
  title: row.list_title,
  words: row.list_words,
  cover_url: row.list_cover,
  lines: row.list_lines ?? [],
  is_public: row.list_is_public,
  created_at: row.list_created_at.toISOString(),
  hidden: noted(row.list_hidden_at, row.list_hidden_reason),
})

const shownAccount = (row: CaseRow, id: string): SerializedCase['account'] => ({
  id,
  first_name: row.first_name,
  last_name: row.last_name,
  username: row.username,
  avatar_url: row.avatar_url,
  cover_url: row.cover_url,
  bio: row.bio,
  links: row.links ?? [],
  is_admin: row.role === 'admin',
  created_at: row.account_created_at.toISOString(),
  suspended: noted(row.suspended_at, row.suspended_reason),
})
