import { type Kysely, sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import type { Move } from '../../shared/money.ts'

/** Waits until no other act of an admin moves money, so that each sees what the others have moved. */
export const lockActs = (db: Kysely<DB>) =>
  sql`select pg_advisory_xact_lock(${advisoryLocks.adminActs})`.execute(db)

/** The payees that are paid to a person: their own, and those that they have claimed. */
export async function selectOwnPayees(db: Kysely<DB>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payees where user_id = ${userId}
    union all
    select c.payee_id from payee_claims c join payees y on y.id = c.claimed_by where y.user_id = ${userId}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Which of these accounts are active admins; their roles stay until the transaction ends. */
export async function lockAdmins(db: Kysely<DB>, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  return rows.map(({ id }) => id)
}

type NewAct = { auditId: string; by: string | null; at: Date; proposalId: string | null }

/** Records the payees of an act, with the cents that count towards what one admin does alone. */
export async function insertMoves(
  db: Kysely<DB>,
  { auditId, by, at, proposalId }: NewAct,
  moves: Move[],
): Promise<void> {
  if (moves.length === 0) return
  const act = { audit_id: auditId, acted_by: by, acted_at: at, proposal_id: proposalId }
  await db
    .insertInto('money_acts')
    .values(moves.map(({ payeeId, cents }) => ({ ...act, payee_id: payeeId, cents })))
    .execute()
}

/** The amounts moved alone since an instant: for these payees, and by this admin. */
export async function selectAlone(
  db: Kysely<DB>,
  { payees, adminId, since }: { payees: string[]; adminId: string; since: Date },
): Promise<{ ofPayees: Map<string, number>; ofAdmin: number }> {
  const { rows } = await sql<{ payee_id: string | null; cents: number }>`
    select payee_id, sum(cents)::bigint as cents from money_acts
    where proposal_id is null and acted_at > ${since} and payee_id = any(${uuidArray(payees)}::uuid[])
    group by payee_id
    union all
    select null, coalesce(sum(cents), 0)::bigint from money_acts
    where proposal_id is null and acted_at > ${since} and acted_by = ${adminId}`.execute(db)
  const ofPayees = new Map(rows.flatMap((row) => (row.payee_id ? [[row.payee_id, Number(row.cents)]] : [])))
  return { ofPayees, ofAdmin: Number(rows.find((row) => row.payee_id === null)?.cents ?? 0) }
}

/** Marks the acts that were done alone up to an instant, and that no run has shown yet, as shown in this one. */
export const setListed = (db: Kysely<DB>, runId: string, until: Date) =>
  db
    .updateTable('money_acts')
    .set({ listed_in: runId })
    .where('proposal_id', 'is', null)
    .where('listed_in', 'is', null)
    .where('acted_at', '<=', until)
    .execute()

export type ProposalRow = {
  id: string
  call: string
  asked: { params: Record<string, string>; body?: unknown } | null
  moves: { payee_id: string; username: string | null; cents: number }[]
  reason: string | null
  proposed_by_id: string | null
  proposed_by: string | null
  proposed_at: Date
  state: 'open' | 'approved' | 'refused'
  decided_by_id: string | null
  decided_by: string | null
  decided_at: Date | null
  decision_reason: string | null
}

type Which = { id: string } | { isOpen: boolean; before: Cursor | undefined; limit: number }

/** One proposal, or open ones, or those decided before a position, the newest first. */
export async function selectProposals(db: Kysely<DB>, which: Which): Promise<ProposalRow[]> {
  const chosen =
    'id' in which
      ? sql`where r.id = ${which.id}`
      : sql`where (r.state = 'open') = ${which.isOpen}
          and ${which.before ? sql`(r.proposed_at, r.id) < (${which.before.createdAt}, ${which.before.id})` : sql`true`}
        order by r.proposed_at desc, r.id desc limit ${which.limit}`
  const { rows } = await sql<ProposalRow>`
    select r.id, r.call, r.asked, r.reason, r.proposed_by as proposed_by_id, p.username as proposed_by, r.proposed_at,
      r.state, r.decided_by as decided_by_id, d.username as decided_by, r.decided_at, r.decision_reason,
      (select coalesce(json_agg(json_build_object('payee_id', m.payee_id, 'cents', m.cents, 'username', f.username)
          order by m.cents desc, m.payee_id), '[]')
        from jsonb_to_recordset(r.moves) as m (payee_id uuid, cents bigint)
        left join payees y on y.id = m.payee_id left join profiles f on f.id = y.user_id) as moves
    from admin_proposals r
    left join profiles p on p.id = r.proposed_by
    left join profiles d on d.id = r.decided_by
    ${chosen}`.execute(db)
  return rows
}

/** Locks a proposal until the transaction ends. */
export const lockProposal = (db: Kysely<DB>, id: string) =>
  db.selectFrom('admin_proposals').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

type NewProposal = {
  call: string
  asked: NonNullable<ProposalRow['asked']>
  moves: Move[]
  reason: string | null
  by: string
  at: Date
}

export async function insertProposal(
  db: Kysely<DB>,
  { call, asked, moves, reason, by, at }: NewProposal,
): Promise<string> {
  const { id } = await db
    .insertInto('admin_proposals')
    .values({
      ...{ call, reason, proposed_by: by, proposed_at: at },
      asked: JSON.stringify(asked),
      moves: JSON.stringify(moves.map(({ payeeId, cents }) => ({ payee_id: payeeId, cents }))),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Decided = { state: 'approved' | 'refused'; by: string | null; at: Date; reason: string | null }

export const decideProposal = (db: Kysely<DB>, id: string, { state, by, at, reason }: Decided) =>
  db
    .updateTable('admin_proposals')
    .set({ state, asked: null, decided_by: by, decided_at: at, decision_reason: reason })
    .where('id', '=', id)
    .execute()
