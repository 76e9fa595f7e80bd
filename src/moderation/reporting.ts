import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { readOrAddSecret } from '../identity/index.ts'
import { addressPrefix } from '../platform/address-prefix.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { whereBroken } from '../platform/database/errors.ts'
import { type AddressLimiter, createAddressLimiter } from '../platform/limits/address-limit.ts'
import { createRateLimiter, type RateLimiter } from '../platform/limits/rate-limit.ts'
import { accountDeleted, invalid, notFound } from '../shared/errors.ts'
import { utcDay } from '../shared/time.ts'
import type { NewReport } from './contract.ts'
import { countReport, insertReport, selectReportable, upsertCase } from './sql.ts'

/** How reports are counted: by account, and for visitors by the address prefix that one household or company shares. */
export type Reporting = {
  byAccount: RateLimiter
  byAddress: AddressLimiter
  keyOf(who: string): Buffer
}

const hour = 60 * 60

/** Makes, at the first start, the secret from which reports' keys are made, so that the table reveals no address. */
export async function createReporting(context: Pick<Context, 'db'>, pool: pg.Pool): Promise<Reporting> {
  const secret = await readOrAddSecret(context.db, 'reports', randomBytes(32))
  const keyOf = (who: string) => createHmac('sha256', secret).update(who).digest()
  const ofNetwork = { name: 'report_here', points: 20, seconds: hour, of: 'reports from your network' }
  return {
    byAccount: createRateLimiter(pool, { name: 'report', points: 30, seconds: hour, of: 'reports' }),
    byAddress: createAddressLimiter(pool, ofNetwork, (prefix) =>
      keyOf(`network ${prefix}`).toString('base64url'),
    ),
    keyOf,
  }
}

/**
 * Accepts a report of a product, a list or a profile from anyone: one a day for each person or address and thing; a
 * second one gets the same answer and changes nothing. A report only asks an admin to look. Throws `not_found` for what
 * the caller could not see, `validation_failed` for the caller's own, and `rate_limited`.
 */
export async function sendReport(
  context: Context,
  { byAccount, byAddress, keyOf }: Reporting,
  { product_id, list_id, profile_id, reason, text }: NewReport,
  address: string,
): Promise<void> {
  const reporterId = context.actor?.userId ?? null
  const day = utcDay(context.clock().getTime())
  // A visitor's key changes each day, so that the table does not reveal who reported on two days.
  const key = keyOf(reporterId ? `account ${reporterId}` : `address ${addressPrefix(address)} ${day}`)
  await (reporterId ? byAccount.take(key.toString('base64url')) : byAddress.take(address))
  const [subject, field, what] = product_id
    ? ([{ product_id }, 'product_id', 'Product'] as const)
    : list_id
      ? ([{ list_id }, 'list_id', 'List'] as const)
      : ([{ user_id: profile_id as string }, 'profile_id', 'Profile'] as const)
  const found = await selectReportable(context.db, subject)
  if (!found) throw notFound(what)
  if (found.owner_id === reporterId) throw invalid(field, 'This is your own.')
  const at = context.clock()
  await inTransaction(context, async (tx) => {
    const gone = { moderation_cases_list_id_fkey: () => notFound(what) }
    const caseId = await whereBroken(gone, upsertCase(tx.db, subject, at))
    const report = {
      case_id: caseId,
      reporter_id: reporterId,
      reporter_key: key,
      day,
      reason,
      text,
      created_at: at,
    }
    const isNew = await whereBroken({ reports_reporter_id_fkey: accountDeleted }, insertReport(tx.db, report))
    if (isNew) await countReport(tx.db, caseId, at)
  })
}
