import type { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import { hideProduct, ownerOfProduct, restoreProduct, withholdProductsOf } from '../folio/index.ts'
import { endSessionsOf, lockAccount, restoreAccount, suspendAccount } from '../identity/index.ts'
import { hideList, ownerOfList, restoreList } from '../lists/index.ts'
import { forgetNewsOf, tell } from '../news/index.ts'
import { setProfileSuspended } from '../people/index.ts'
import { type Context, inTransaction, requireAdmin, requireUser } from '../platform/context.ts'
import { whereBroken } from '../platform/database/errors.ts'
import { enqueue } from '../platform/jobs/job.ts'
import { AppError, aboutYou, accountDeleted, forbidden, notFound } from '../shared/errors.ts'
import type { DecisionAction, moderationContract } from './contract.ts'
import type { exportedModeration } from './export-contract.ts'
import { moderationMail } from './mails.ts'
import {
  closeReports,
  deleteReportsOf,
  insertDecision,
  lockCase,
  type Subject,
  selectDecisionsOn,
  selectReportsBy,
  selectRole,
  type Thing,
  upsertCase,
} from './sql.ts'

type Outcome = { outcome: 'changed' | 'as_it_was' }
type Dismissal = z.output<(typeof moderationContract)['POST /api/v1/admin/reports/:id/dismiss']['body']>

/**
 * Hides a product or a list from everyone but its owner. Throws `not_found`. See {@link decide} for what every act does
 * besides.
 */
export async function hideForEveryone(context: Context, thing: Thing, reason: string): Promise<Outcome> {
  requireAdmin(context)
  return hide(context, thing, reason)
}

/** Shows a hidden product or list again. Throws `not_found`, and `forbidden` for one of the caller's own. */
export const showAgain = (context: Context, thing: Thing, reason: string): Promise<Outcome> =>
  inTransaction(context, async (tx) => {
    const { userId } = requireAdmin(tx)
    if ((await lockOwner(tx, thing)) === userId) throw aboutYou()
    return show(tx, thing, reason)
  })

/**
 * Suspends an account: its pages disappear, its sessions end, its ledger stays. Throws `not_found`, and `forbidden` for
 * an admin's account, as every act of one admin on another does (decision 104).
 */
export const suspend = (context: Context, userId: string, reason: string): Promise<Outcome> =>
  ofNoAdmin(context, userId, 'suspend', (tx) => suspendPerson(tx, userId, reason))

/** Lets a suspended account back in. Throws like {@link suspend}. */
export const liftSuspension = (context: Context, userId: string, reason: string): Promise<Outcome> =>
  ofNoAdmin(context, userId, 'restore-account', (tx) => restorePerson(tx, userId, reason))

/** Ends every session of an account, such as one that a stranger got into. Throws like {@link suspend}. */
export const endAccountSessions = (context: Context, userId: string, reason: string): Promise<Outcome> =>
  ofNoAdmin(context, userId, 'end-sessions', (tx) => endSessions(tx, userId, reason))

/** Acts on an account that is not an admin's, and makes sure that it stays none until the act is done. */
const ofNoAdmin = (
  context: Context,
  userId: string,
  command: string,
  work: (tx: Context) => Promise<Outcome>,
): Promise<Outcome> =>
  inTransaction(context, async (tx) => {
    requireAdmin(tx)
    if (!(await lockAccount(tx, userId))) throw notFound('Account')
    if ((await selectRole(tx.db, userId)) === 'admin')
      throw forbidden(
        `This account is an admin’s. Only the operator can do this, on the server: npm run admin -- ${command} <account> --reason <text>`,
      )
    return work(tx)
  })

/** {@link hideForEveryone} for operators, whose commands have no account. */
export const hide = (context: Context, thing: Thing, reason: string): Promise<Outcome> =>
  inTransaction(context, async (tx) => {
    const userId = await lockOwner(tx, thing)
    const outcome =
      'list_id' in thing
        ? known(await hideList(tx, { id: thing.list_id, reason }), 'List')
        : known(await hideProduct(tx, { id: thing.product_id, reason }), 'Product')
    const action = 'list_id' in thing ? 'list_hidden' : 'product_hidden'
    if (outcome === 'changed') await decide(tx, { action, userId, thing, reason })
    return { outcome }
  })

/** {@link showAgain} for operators. */
export const show = (context: Context, thing: Thing, reason: string): Promise<Outcome> =>
  inTransaction(context, async (tx) => {
    const userId = await lockOwner(tx, thing)
    const outcome =
      'list_id' in thing
        ? known(await restoreList(tx, thing.list_id), 'List')
        : known(await restoreProduct(tx, thing.product_id), 'Product')
    const action = 'list_id' in thing ? 'list_restored' : 'product_restored'
    if (outcome === 'changed') await decide(tx, { action, userId, thing, reason })
    return { outcome }
  })

/** {@link suspend} for operators; it works on an admin's account too. */
export const suspendPerson = (context: Context, userId: string, reason: string): Promise<Outcome> =>
  inTransaction(context, async (tx) => {
    const outcome = known(await suspendAccount(tx, { userId, reason }), 'Account')
    if (outcome === 'changed') {
      await setProfileSuspended(tx, userId, true)
      await forgetNewsOf(tx, userId)
      await withholdProductsOf(tx, userId, true)
      await decide(tx, { action: 'account_suspended', userId, reason })
    }
    return { outcome }
  })

/** {@link liftSuspension} for operators. */
export const restorePerson = (context: Context, userId: string, reason: string): Promise<Outcome> =>
  inTransaction(context, async (tx) => {
    const outcome = known(await restoreAccount(tx, userId), 'Account')
    if (outcome === 'changed') {
      await setProfileSuspended(tx, userId, false)
      await withholdProductsOf(tx, userId, false)
      await decide(tx, { action: 'account_restored', userId, reason })
    }
    return { outcome }
  })

/** {@link endAccountSessions} for operators. */
export const endSessions = (context: Context, userId: string, reason: string): Promise<Outcome> =>
  inTransaction(context, async (tx) => {
    if (!(await lockAccount(tx, userId))) throw notFound('Account')
    const ended = await endSessionsOf(tx, userId)
    if (ended > 0) await decide(tx, { action: 'sessions_ended', userId, reason })
    return { outcome: ended > 0 ? 'changed' : 'as_it_was' }
  })

/**
 * Closes the reports that the admin has seen. Throws `not_found`, `version_mismatch` if a newer one has come since, and
 * `forbidden` for reports of the caller. Closed reports stay closed.
 */
export async function dismissReports(
  context: Context,
  id: string,
  { reason, noted_at }: Dismissal,
): Promise<Outcome> {
  const { userId } = requireAdmin(context)
  return closeCase(context, { id }, reason, { seenAt: Date.parse(noted_at), not: userId })
}

/** {@link dismissReports} for operators: all reports of a product, list or profile. Does nothing if there are none. */
export const dismiss = (context: Context, subject: Subject, reason: string): Promise<Outcome> =>
  closeCase(context, subject, reason)

const closeCase = (
  context: Context,
  named: { id: string } | Subject,
  reason: string,
  { seenAt = Number.POSITIVE_INFINITY, not }: { seenAt?: number; not?: string } = {},
): Promise<Outcome> =>
  inTransaction(context, async (tx) => {
    const found = await lockCase(tx.db, named)
    if (!found && 'id' in named) throw notFound('Report')
    const thing = found && thingOf(found)
    const owner = thing ? await ownerOf(tx, thing) : found?.user_id
    if (not !== undefined && owner === not) throw aboutYou()
    if (!found || found.open_reports === 0) return { outcome: 'as_it_was' }
    if (found.noted_at.getTime() > seenAt)
      throw new AppError('version_mismatch', 'A newer report has come in since.')
    await closeReports(tx.db, { id: found.id }, tx.clock())
    const of = found.product_id ? 'product' : found.list_id ? 'list' : 'profile'
    await recordAudit(tx, {
      action: 'report.dismiss',
      subject: thing ? idOf(thing) : `${found.user_id}`,
      details: { reason, reports: found.open_reports, of },
    })
    return { outcome: 'changed' }
  })

/** What a case is about, unless that is a profile. */
function thingOf({ product_id, list_id }: { product_id: string | null; list_id: string | null }) {
  if (list_id) return { list_id }
  return product_id ? { product_id } : undefined
}

const idOf = (thing: Thing): string => ('list_id' in thing ? thing.list_id : thing.product_id)

const ownerOf = (context: Context, thing: Thing): Promise<string | undefined> =>
  'list_id' in thing ? ownerOfList(context, thing.list_id) : ownerOfProduct(context, thing.product_id)

/** The owner of a product or list, whose account is locked first, as always before several of their things change. */
async function lockOwner(tx: Context, thing: Thing): Promise<string> {
  const userId = await ownerOf(tx, thing)
  if (!userId || !(await lockAccount(tx, userId))) throw notFound('list_id' in thing ? 'List' : 'Product')
  return userId
}

function known(outcome: 'changed' | 'as_it_was' | 'unknown', what: string): Outcome['outcome'] {
  if (outcome === 'unknown') throw notFound(what)
  return outcome
}

const auditActions = {
  product_hidden: 'product.hide',
  product_restored: 'product.restore',
  list_hidden: 'list.hide',
  list_restored: 'list.restore',
  account_suspended: 'account.suspend',
  account_restored: 'account.restore',
  sessions_ended: 'account.end_sessions',
} as const satisfies Record<DecisionAction, string>

type Decision = { action: DecisionAction; userId: string; thing?: Thing; reason: string }

/**
 * What every act does besides, in its transaction: it is stored for other admins and in the audit log, the reports that
 * it answers are closed, and the person is told, and gets a mail.
 */
async function decide(tx: Context, { action, userId, thing, reason }: Decision): Promise<void> {
  const at = tx.clock()
  const caseId = await upsertCase(tx.db, thing ?? { user_id: userId }, at)
  if (action === 'product_hidden' || action === 'list_hidden') await closeReports(tx.db, { id: caseId }, at)
  if (action === 'account_suspended') await closeReports(tx.db, { ofPerson: userId }, at)
  const decision = insertDecision(tx.db, {
    action,
    reason,
    user_id: userId,
    ...thing,
    decided_by: tx.actor?.userId ?? null,
    decided_at: at,
  })
  const id = await whereBroken({ moderation_decisions_decided_by_fkey: accountDeleted }, decision)
  await recordAudit(tx, {
    action: auditActions[action],
    subject: thing ? idOf(thing) : userId,
    details: { reason },
  })
  await enqueue(tx.db, moderationMail, { decision_id: id })
  const about = thing && idOf(thing)
  await tell(tx, [{ userId, kind: 'moderation_decided', subject: id, about, detail: action }])
}

/** The reports that the caller made, and the decisions on the caller. */
export async function exportModeration(context: Context): Promise<z.input<typeof exportedModeration>> {
  const { userId } = requireUser(context)
  const reports = await selectReportsBy(context.db, userId)
  const decisions = await selectDecisionsOn(context.db, userId)
  return {
    reports: reports.map((report) => ({ ...report, created_at: report.created_at.toISOString() })),
    moderation_decisions: decisions.map((decision) => ({
      ...decision,
      decided_at: decision.decided_at.toISOString(),
    })),
  }
}

/**
 * Removes reports on the caller, and the caller's name from reports that they made, in the transaction that deletes the
 * account: before their products lose their owner. Decisions on them go with the account.
 */
export const forgetModeration = (context: Context): Promise<void> =>
  deleteReportsOf(context.db, requireUser(context).userId)
