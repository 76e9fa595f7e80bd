import type { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { centsToUsd } from '../../shared/money.ts'
import { kindsOf } from '../../shared/news/kinds.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import { displayTitle } from '../../shared/product.ts'
import type { exportedNews, newsContract } from '../contract.ts'
import { countUnread, markRead, type Place, selectAllNews, selectNews } from './sql.ts'

type Calls = typeof newsContract
type News = z.input<Calls['GET /api/v1/me/news']['response']>

const pageSize = 30

/** What the caller is told: the unread first, then the newest. Throws `validation_failed` for a bad cursor. */
export async function listNews(
  context: Context,
  { group, cursor }: z.output<Calls['GET /api/v1/me/news']['query']>,
): Promise<News> {
  const { userId } = requireUser(context)
  const before = parseCursor(cursor, readPlace)
  const { rows, unread } = await selectNews(context.db, {
    ...{ userId, kinds: kindsOf(group), before, limit: pageSize + 1 },
  })
  const page = toPage(rows, {
    limit: pageSize,
    serialize: (row): News['items'][number] => ({
      id: row.id,
      kind: row.kind,
      count: row.count,
      amount: dollars(row.amount_cents),
      detail: row.detail,
      began_at: row.began_at.toISOString(),
      at: row.at.toISOString(),
      is_read: row.read_at !== null,
      subject: row.subject,
      about: row.about,
      people: row.people ?? [],
      product: row.product && { ...row.product, title: displayTitle(row.product) },
      list: row.list,
    }),
    cursorOf: ({ id, at, read_at }) => writePlace({ id, createdAt: at, isUnread: read_at === null }),
  })
  return { ...page, unread }
}

const dollars = (cents: number | null) => (cents === null ? null : centsToUsd(cents))

const writePlace = ({ isUnread, ...cursor }: Place) => `${isUnread ? 'u' : 'r'}${writeCursor(cursor)}`

function readPlace(text: string): Place | null {
  const cursor = /^[ur]/.test(text) ? readCursor(text.slice(1)) : null
  return cursor && { ...cursor, isUnread: text.startsWith('u') }
}

/** Records that the caller has read some of their news, or all up to an instant. Returns how many are unread. */
export async function readNews(
  context: Context,
  { until, ids, group }: z.output<Calls['POST /api/v1/me/news/read']['body']>,
): Promise<{ unread: number }> {
  const { userId } = requireUser(context)
  const what = { userId, ids, until: new Date(until), kinds: kindsOf(group), now: context.clock() }
  await markRead(context.db, what)
  return { unread: await countUnread(context.db, userId) }
}

/** What the caller was told, for the export of their data. */
export async function exportNews(context: Context): Promise<z.input<typeof exportedNews>> {
  const rows = await selectAllNews(context.db, requireUser(context).userId)
  return {
    news: rows.map(({ amount_cents, began_at, at, read_at, ...row }) => ({
      ...row,
      amount: dollars(amount_cents),
      began_at: began_at.toISOString(),
      at: at.toISOString(),
      read_at: read_at?.toISOString() ?? null,
    })),
  }
}
