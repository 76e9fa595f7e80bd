import type pg from 'pg'
import type { z } from 'zod'
import { reportDay } from '../../earnings/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { fileText } from '../../platform/files/export.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/rate-limit.ts'
import type { FileFormat } from '../../shared/export-file.ts'
import { centsToDecimal, centsToUsd } from '../../shared/money.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import {
  type AskedEntries,
  type BookAmounts,
  type BookEntry,
  type BookMonth,
  bookAccounts,
  type booksContract,
} from './contract.ts'
import { type EntryRow, selectEntries, selectLinesOfMonth, selectMonths } from './sql.ts'

type Calls = typeof booksContract
/** `reportTimeZone`: of the months of the books. */
type Options = { reportTimeZone: string }

const placeOf = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
const amountsOf = (row: BookAmounts): BookAmounts => each((account) => centsToUsd(row[account]))
const each = <T>(value: (account: keyof BookAmounts) => T): Record<keyof BookAmounts, T> => ({
  receivable: value('receivable'),
  platform: value('platform'),
  creators: value('creators'),
  paid: value('paid'),
  nobodys: value('nobodys'),
})

/** Each month that has entries, with what the accounts have at its end, the newest first. */
async function monthsOf(context: Context, { reportTimeZone }: Options): Promise<BookMonth[]> {
  const rows = await selectMonths(context.db, reportTimeZone)
  const open = reportDay(context, { reportTimeZone }).slice(0, 7)
  const balance = each(() => 0)
  const months = rows.toReversed().map((row): BookMonth => {
    for (const account of bookAccounts) balance[account] += row[account]
    return {
      month: row.month,
      is_open: row.month >= open,
      entries: row.entries,
      change: amountsOf(row),
      balance: amountsOf(balance),
    }
  })
  return months.reverse()
}

/** The months of a year in the books, the newest first; of the present year by default (docs/product/books.md#the-rule). */
export async function listBookMonths(
  context: Context,
  { year }: { year?: number | undefined },
  options: Options,
): Promise<z.input<Calls['GET /api/v1/admin/books']['response']>> {
  requireAdmin(context)
  const shown = year ?? Number(reportDay(context, options).slice(0, 4))
  const months = await monthsOf(context, options)
  return { year: shown, items: months.filter(({ month }) => month.startsWith(`${shown}-`)) }
}

/** A month of the books by kinds of entries; one without entries changes nothing. */
export async function readBookMonth(
  context: Context,
  month: string,
  options: Options,
): Promise<z.input<Calls['GET /api/v1/admin/books/:month']['response']>> {
  requireAdmin(context)
  const months = await monthsOf(context, options)
  const lines = await selectLinesOfMonth(context.db, options.reportTimeZone, month)
  const found = months.find((one) => one.month === month)
  const before = months.find((one) => one.month < month)?.balance
  return {
    month,
    is_open: month >= reportDay(context, options).slice(0, 7),
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

/** The entries of a month in their order. Throws `validation_failed` for an invalid cursor. */
export async function listBookEntries(
  context: Context,
  month: string,
  { cursor, ...asked }: AskedEntries & { cursor?: string | undefined },
  { reportTimeZone: zone }: Options,
): Promise<z.input<Calls['GET /api/v1/admin/books/:month/entries']['response']>> {
  requireAdmin(context)
  const after = parseCursor(cursor, placeOf) ?? 0
  const page = { after, limit: adminPageSize + 1 }
  return toPage(await selectEntries(context.db, { zone, month, ...asked }, page), {
    limit: adminPageSize,
    present: presentEntry,
    cursorOf: ({ place }) => String(place),
  })
}

const presentEntry = (row: EntryRow): BookEntry => ({
  place: row.place,
  kind: row.kind,
  at: row.at?.toISOString() ?? null,
  marketplace: row.marketplace,
  earning_month: row.earning_month,
  order_item_id: row.order_item_id,
  payout_run_id: row.payout_run_id,
  reference: row.reference,
  username: row.username,
  change: amountsOf(row),
})

/** The columns of a file of entries, in their order. */
const columns = [
  ...(['month', 'place', 'kind', 'at', 'marketplace', 'earning_month'] as const),
  ...(['order_item_id', 'reference', 'username'] as const),
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
  { exports, reportTimeZone: zone }: Options & { exports: RateLimiter },
): Promise<{ text: AsyncIterable<string>; name: string }> {
  const { userId } = requireAdmin(context)
  await exports.take(userId)
  // In a CSV an amount has two decimals, in JSON it is a number.
  const amount = format === 'csv' ? centsToDecimal : centsToUsd
  async function* batches() {
    for (let after = 0; ; ) {
      const rows = await selectEntries(context.db, { zone, month }, { after, limit: batchSize })
      yield rows.map((row) => ({
        ...{ ...presentEntry(row), month },
        ...each((account) => amount(row[account])),
      }))
      if (rows.length < batchSize) return
      after = rows.at(-1)?.place ?? after
    }
  }
  return { text: fileText({ format, columns, batches: batches() }), name: `books-${month}.${format}` }
}
