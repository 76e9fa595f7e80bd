import { z } from 'zod'
import type { Actor, Consent, Context } from '../../platform/context.ts'
import { inTransaction, requireAdmin } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { tried } from '../../platform/database/tried.ts'
import type { Call, Route } from '../../platform/http/route.ts'
import { type IdempotencyKey, once } from '../../platform/idempotency.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { AppError, accountDeleted, forbidden, invalid, notFound } from '../../shared/errors.ts'
import { centsToUsd, type Move } from '../../shared/money.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { recordAudit } from '../service.ts'
import type { Proposal, proposalsContract } from './contract.ts'
import { oneAtATime } from './moves.ts'
import { summed } from './rules.ts'
import {
  decideProposal,
  insertProposal,
  lockAdmins,
  lockProposal,
  type ProposalRow,
  selectOwnPayees,
  selectProposals,
} from './sql.ts'

type Calls = typeof proposalsContract
type Asked = { call: string; params: Record<string, string>; body?: unknown }

/** The calls that can be proposed, with their routes and what those know of the request. */
export type Proposable = { routes: Route[]; call: Pick<Call, 'address' | 'log'> }

/**
 * Proposals that wait for a second admin or were decided, the newest first. Throws `validation_failed` for an invalid
 * cursor.
 */
export async function listProposals(
  context: Context,
  { state, cursor }: z.output<Calls['GET /api/v1/admin/proposals']['query']>,
): Promise<z.input<Calls['GET /api/v1/admin/proposals']['response']>> {
  const { userId } = requireAdmin(context)
  const before = parseCursor(cursor, readCursor)
  const which = { isOpen: state === 'open', before, limit: adminPageSize + 1 }
  const rows = await selectProposals(context.db, which)
  const own = await selectOwnPayees(context.db, userId)
  return toPage(rows, {
    limit: adminPageSize,
    serialize: (row) => serialize(row, { userId, own }),
    cursorOf: ({ proposed_at, id }) => writeCursor({ createdAt: proposed_at, id }),
  })
}

/**
 * Stores an act that a second person has to agree to, after a trial: the amounts that it would move are shown to them,
 * and an impossible act is refused now, as its call would. Throws what the call throws, `conflict` for an act that
 * moves nothing, and `validation_failed` for a call that cannot be proposed.
 */
export async function propose(
  context: Context,
  sent: Asked,
  deps: Proposable,
  key?: IdempotencyKey,
): Promise<Proposal> {
  const { userId } = requireAdmin(context)
  const { call, ...asked } = sent
  const route = routeOf(call, deps)
  // Read as its call reads it, which throws here for invalid input.
  readInput(route, asked)
  const { proposal } = await once(context, { key, sent }, (own) =>
    oneAtATime(own, async (tx) => {
      const moves = await tried(tx.db, () => make(tx, { route, asked, proposalId: null }, deps))
      if (moves.length === 0)
        throw new AppError('conflict', 'This has already been done, or needs no second admin.')
      const reason = reasonIn(asked.body)
      const at = tx.clock()
      const proposal = await whereBroken(
        { admin_proposals_proposed_by_fkey: accountDeleted },
        insertProposal(tx.db, { call, asked, moves, reason, by: userId, at }),
      )
      const details = { call, moves: inUsd(moves), ...(reason && { reason }) }
      await recordAudit(tx, { action: 'proposal.make', subject: proposal, details })
      return { proposal }
    }),
  )
  return readProposal(context, proposal)
}

/**
 * Agrees to a proposal: the proposed act is done, in the proposer's name, in the same transaction. An operator's
 * command has no actor. A repetition by the same admin does nothing. Throws `not_found`, `forbidden` for the caller's
 * own proposal and for one that concerns the caller's own earnings, `conflict` if it is decided, its proposer is no
 * longer an admin, or it would now move something else, and what the call throws.
 */
export async function approveProposal(context: Context, id: string, deps: Proposable): Promise<Proposal> {
  const by = context.actor ? requireAdmin(context).userId : null
  await inTransaction(context, async (tx) => {
    const proposer = (await findProposal(tx, id)).proposed_by_id
    // Accounts are locked before the proposal, as when an account is deleted.
    const admins = await lockAdmins(
      tx.db,
      [by, proposer].filter((one) => one !== null),
    )
    await lockProposal(tx.db, id)
    const row = await findProposal(tx, id)
    if (row.state === 'approved' && by !== null && row.decided_by_id === by) return
    const asked = requireOpen(row)
    if (by !== null) await requireAnother(tx, row, by, admins)
    if (!proposer || !admins.includes(proposer))
      throw new AppError('conflict', 'The person who proposed this is no longer an admin. Refuse it.')
    await oneAtATime(tx, async (turn) => {
      const route = routeOf(row.call, deps)
      const acting = { ...turn, actor: actorOf(proposer, context.actor) }
      const moves = await make(acting, { route, asked, proposalId: id }, deps)
      if (!isSame(moves, row.moves))
        throw new AppError('conflict', 'This would now move something else. Refuse it, and propose it again.')
      await decide(turn, row, { state: 'approved', by, reason: null })
    })
  })
  return readProposal(context, id)
}

/**
 * Refuses a proposal, or withdraws the caller's own; nothing is done. A repetition by the same admin does nothing.
 * Throws `not_found`, and `conflict` if it is decided.
 */
export async function refuseProposal(
  context: Context,
  id: string,
  { reason }: { reason: string },
): Promise<Proposal> {
  const by = context.actor ? requireAdmin(context).userId : null
  await inTransaction(context, async (tx) => {
    await lockProposal(tx.db, id)
    const row = await findProposal(tx, id)
    if (row.state === 'refused' && by !== null && row.decided_by_id === by) return
    requireOpen(row)
    await decide(tx, row, { state: 'refused', by, reason })
  })
  return readProposal(context, id)
}

/** Open proposals, for operators. */
export const openProposals = ({ db }: Context): Promise<ProposalRow[]> =>
  selectProposals(db, { isOpen: true, before: undefined, limit: 1_000 })

async function decide(
  tx: Context,
  { id, call, moves }: ProposalRow,
  { state, by, reason }: { state: 'approved' | 'refused'; by: string | null; reason: string | null },
): Promise<void> {
  await whereBroken(
    { admin_proposals_decided_by_fkey: accountDeleted },
    decideProposal(tx.db, id, { state, by, at: tx.clock(), reason }),
  )
  const moved = moves.map(({ payee_id, cents }) => ({ payee_id, amount: centsToUsd(cents) }))
  const action = state === 'approved' ? 'proposal.approve' : 'proposal.refuse'
  const details = { call, moves: moved, ...(reason && { reason }) }
  await recordAudit(tx, { action, subject: id, details })
}

function requireOpen({ asked }: ProposalRow): NonNullable<ProposalRow['asked']> {
  if (!asked) throw new AppError('conflict', 'This has already been decided.')
  return asked
}

async function requireAnother(
  tx: Context,
  row: ProposalRow,
  adminId: string,
  admins: string[],
): Promise<void> {
  // The role may have been removed while this transaction waited.
  if (!admins.includes(adminId)) throw notFound('Proposal')
  const bar = barOf(row, { userId: adminId, own: await selectOwnPayees(tx.db, adminId) })
  if (bar === 'yours') throw forbidden(`Another admin has to agree to what you proposed. ${orOperator}`)
  if (bar === 'pays_you') throw forbidden(`This concerns what you are paid. ${orOperator}`)
}

const orOperator = 'If there is none, the operator does: npm run admin -- proposals.'

/** The proposer as an actor, without a session. */
const actorOf = (userId: string, agreeing: Actor | null): Actor => ({
  userId,
  sessionId: agreeing?.sessionId ?? '',
  role: 'admin',
})

type Making = { route: Route; asked: Omit<Asked, 'call'>; proposalId: string | null }

/** Makes a proposed call in the caller's transaction. Returns what it moves. */
async function make(
  tx: Context,
  { route, asked, proposalId }: Making,
  { call }: Proposable,
): Promise<Move[]> {
  const consent: Consent = { proposalId, moves: [] }
  const [method = ''] = route.key.split(' ')
  const replayed: Call = { ...call, method, headers: {}, idempotencyKey: undefined, reply: null }
  await route.handler(readInput(route, asked), { ...tx, consent }, replayed)
  return summed(consent.moves)
}

function routeOf(call: string, { routes }: Proposable): Route {
  const route = routes.find(({ key }) => key === call)
  if (!route) throw invalid('call', 'A second admin cannot agree to this call.')
  return route
}

/** The validated input of a call. Throws `validation_failed`. */
function readInput({ endpoint }: Route, { params, body }: Omit<Asked, 'call'>): never {
  const input = z.object({ params: endpoint.params ?? z.unknown(), body: endpoint.body ?? z.unknown() })
  const read = input.safeParse({ params, body })
  if (read.success) return read.data as never
  const [issue] = read.error.issues
  throw invalid(issue?.path.join('.') ?? 'body', issue?.message ?? 'This cannot be asked.')
}

const reasonIn = (body: unknown): string | null => {
  const said = (body as { reason?: unknown } | null | undefined)?.reason
  return typeof said === 'string' && said.trim() !== '' ? said.trim().slice(0, 500) : null
}

const isSame = (moves: Move[], shown: ProposalRow['moves']): boolean =>
  JSON.stringify(moves) ===
  JSON.stringify(summed(shown.map(({ payee_id, cents }) => ({ payeeId: payee_id, cents: Number(cents) }))))

const inUsd = (moves: Move[]) =>
  moves.map(({ payeeId, cents }) => ({ payee_id: payeeId, amount: centsToUsd(cents) }))

async function findProposal({ db }: Context, id: string): Promise<ProposalRow> {
  const [row] = await selectProposals(db, { id })
  if (!row) throw notFound('Proposal')
  return row
}

async function readProposal(context: Context, id: string): Promise<Proposal> {
  const userId = context.actor?.userId ?? null
  const own = userId ? await selectOwnPayees(context.db, userId) : []
  return serialize(await findProposal(context, id), { userId, own })
}

type Viewer = { userId: string | null; own: string[] }

function barOf({ proposed_by_id, moves }: ProposalRow, { userId, own }: Viewer): Proposal['bars_you'] {
  if (userId !== null && proposed_by_id === userId) return 'yours'
  return moves.some(({ payee_id }) => own.includes(payee_id)) ? 'pays_you' : null
}

const serialize = (row: ProposalRow, viewer: Viewer): Proposal => ({
  id: row.id,
  call: row.call,
  asked: row.asked,
  moves: row.moves.map(({ cents, ...of }) => ({ ...of, amount: centsToUsd(Number(cents)) })),
  reason: row.reason,
  proposed_by: row.proposed_by,
  proposed_at: row.proposed_at.toISOString(),
  state: row.state,
  decided_by: row.decided_by,
  decided_at: row.decided_at?.toISOString() ?? null,
  decision_reason: row.decision_reason,
  bars_you: row.state === 'open' ? barOf(row, viewer) : null,
})
