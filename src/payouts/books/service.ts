import type pg from 'pg'
import type { z } from 'zod'
import { reportDay } from '../../earnings/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { fileText } from '../../platform/files/export.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/limits/rate-limit.ts'
import type { FileFormat } from '../../shared/export-file.ts'
import { centsToDecimal, centsToUsd } from '../../shared/money.ts'
import { adminPageSize, parseCursor } from '../../shared/paging.ts'
import { bookAccounts } from '../../shared/payouts/books.ts'
import { selectLastClosed } from './closing-sql.ts'
import type { AskedEntries, BookAmounts, BookEntry, BookMonth, booksContract } from './contract.ts'
import { type Position, positionOf, readPosition } from './rules.ts'
import {
  type EntryRow,
  selectClosedLines,
  selectClosedMonths,
  selectEndEntries,
  selectEntries,
  selectOpenLines,
  selectOpenMonths,
  spanOf,
} from './sql.ts'

type Calls = typeof booksContract
/** `reportTimeZone`: the zone of the books' months. */
type Options = { reportTimeZone: string }

const amountsOf = (row: BookAmounts): BookAmounts => each((account) => centsToUsd(row[account]))
const each = <T>(value: (account: keyof BookAmounts) => T): Record<keyof BookAmounts, T> => ({
  receivable: value('receivable'),
  platform: value('platform'),
  creators: value('creators'),
  paid: value('paid'),
  nobodys: value('nobodys'),
  exchange: value('exchange'),
})

/** Each month that has entries, with the accounts at its end, the newest first. */
async function monthsOf({ db }: Context, { reportTimeZone: zone }: Options): Promise<BookMonth[]> {
  const closed = await selectClosedMonths(db)
  const open = await selectOpenMonths(db, { zone, after: closed.at(-1) })
  const balance = each(() => 0)
  const months = [...closed, ...open.map((row) => ({ ...row, closed_at: null }))].map((row): BookMonth => {
    for (const account of bookAccounts) balance[account] += row[account]
    return {
      month: row.month,
      closed_at: row.closed_at?.toISOString() ?? null,
      entries: row.entries,
      change: amountsOf(row),
      balance: amountsOf(balance),
    }
  })
  return months.reverse()
}

/**
 * The months of a year in the books, the newest first; of the present year by default (docs/product/books.md#the-rule).
 */
export async function listBookMonths(
  context: Context,
  { year }: { year?: number | undefined },
  options: Options,
): Promise<z.input<Calls['GET /api/v1/admin/books']['response']>> {
  requireAdmin(context)
  const shown = year ?? Number(reportDay(context, options).slice(0, 4))
  const months = await monthsOf(context, options)
  return {
    year: shown,
    items: months.filter(({ month, entries }) => entries > 0 && month.startsWith(`${shown}-`)),
  }
}

/** A month of the books by kinds of entries; one without entries changes nothing. */
export async function readBookMonth(
  context: Context,
  month: string,
  options: Options,
): Promise<z.input<Calls['GET /api/v1/admin/books/:month']['response']>> {
  requireAdmin(context)
  const months = await monthsOf(context, options)
  const found = months.find((one) => one.month === month)
  const before = months.find((one) => one.month < month)?.balance
  const lines = found?.closed_at
    ? await selectClosedLines(context.db, month)
    : await selectOpenLines(context.db, month, await openMonths(context, options))
  return {
    month,
    closed_at: null,
    entries: 0,
    change: each(() => 0),
    balance: before ?? each(() => 0),
    ...found,
    lines: lines.map(({ kind, marketplace, earning_month, entries, ...cents }) => ({
      ...{ kind, marketplace, earning_month, entries },
      change: amountsOf(cents),
    })),
  }
}

const openMonths = async ({ db }: Context, { reportTimeZone: zone }: Options) => ({
  zone,
  after: await selectLastClosed(db),
})

/** Which part of a month is read: its written entries, and its open part if it is not closed. */
async function lookAtMonth(context: Context, month: string, options: Options) {
  const closed = await selectClosedMonths(context.db)
  const place = closed.findIndex((one) => one.month === month)
  const found = closed[place]
  if (found) return { open: undefined, span: { from: closed[place - 1]?.ends_at, until: found.ends_at } }
  const open = { zone: options.reportTimeZone, after: closed.at(-1) }
  return { open, span: await spanOf(context.db, month, open) }
}

/**
 * The entries of a month in their order; those booked at its end are on the last page. Throws `validation_failed` for
 * an invalid cursor.
 */
export async function listBookEntries(
  context: Context,
  month: string,
  { cursor, ...asked }: AskedEntries & { cursor?: string | undefined },
  options: Options,
): Promise<z.input<Calls['GET /api/v1/admin/books/:month/entries']['response']>> {
  requireAdmin(context)
  const after = parseCursor(cursor, readPosition)
  const { span, open } = await lookAtMonth(context, month, options)
  const page = { after, limit: adminPageSize + 1 }
  const written = await selectEntries(context.db, { month, span, ...asked }, page)
  const shown = written.slice(0, adminPageSize)
  const last = written.length > adminPageSize ? shown.at(-1) : undefined
  const atItsEnd = last ? [] : await selectEndEntries(context.db, { month, ...asked }, open)
  return {
    items: [...shown, ...atItsEnd].map(serializeEntry),
    next_cursor: last ? positionOf(last.position) : null,
  }
}

const serializeEntry = (row: EntryRow): BookEntry => ({
  id: row.id,
  kind: row.kind,
  at: row.at?.toISOString() ?? null,
  marketplace: row.marketplace,
  earning_month: row.earning_month,
  order_item_id: row.order_item_id,
  payout_run_id: row.payout_run_id,
  is_own: row.is_own,
  reference: row.reference,
  username: row.username,
  change: amountsOf(row),
})

/** The columns of a file of entries, in their order. */
const columns = [
  ...(['month', 'place', 'kind', 'at', 'marketplace', 'earning_month'] as const),
  ...(['order_item_id', 'reference', 'username', 'is_own'] as const),
  ...bookAccounts,
] as const
const batchSize = 10_000

/** Limits how often an admin may export the books. */
export const createBookExports = (pool: pg.Pool): RateLimiter =>
  createRateLimiter(pool, { name: 'book_exports', points: 20, seconds: 600, of: 'files of the books' })

/** All entries of a month as a file: its text in pieces, and its name. Throws `rate_limited`. */
export async function exportBookMonth(
  context: Context,
  { month, format }: { month: string; format: FileFormat },
  { exports, ...options }: Options & { exports: RateLimiter },
): Promise<{ text: AsyncIterable<string>; name: string }> {
  const { userId } = requireAdmin(context)
  await exports.take(userId)
  const { span, open } = await lookAtMonth(context, month, options)
  // In a CSV an amount has two decimals, in JSON it is a number.
  const amount = format === 'csv' ? centsToDecimal : centsToUsd
  let place = 0
  const present = (row: EntryRow) => {
    place += 1
    return { ...serializeEntry(row), month, place, ...each((account) => amount(row[account])) }
  }
  async function* batches() {
    for (let after: Position | undefined; ; ) {
      const rows = await selectEntries(context.db, { month, span }, { after, limit: batchSize })
      yield rows.map(present)
      if (rows.length < batchSize) break
      after = rows.at(-1)?.position
    }
    yield (await selectEndEntries(context.db, { month }, open)).map(present)
  }
  return { text: fileText({ format, columns, batches: batches() }), name: `books-${month}.${format}` }
}
