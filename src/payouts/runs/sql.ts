import { type Insertable, type Kysely, sql } from 'kysely'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB, PayoutFiles, PayoutRuns } from '../../platform/database/schema.ts'
import type { PayoutState } from '../../shared/payouts/states.ts'
import type { AttentionReason } from '../attention/rules.ts'
import type { PayoutMethod } from '../details/contract.ts'
import { formerOf } from '../former-sql.ts'
import type { FileKind } from './files-rules.ts'

export type RunRow = {
  id: string
  number: number
  state: 'draft' | 'approved' | 'discarded'
  /** As drafted. */
  total_cents: number
  lines: number
  dropped: number
  dropped_cents: number
  states: Partial<Record<PayoutState, number>>
  attention: number
  drafted_by_id: string | null
  drafted_by: string | null
  drafted_at: Date
  decided_by: string | null
  decided_at: Date | null
}

/** One run, or a page of them before a number, the newest first. */
export async function selectRuns(
  db: Kysely<DB>,
  { id, before, limit = 1 }: { id?: string; before?: number | undefined; limit?: number },
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.id, r.number, r.state, r.total_cents, r.drafted_by as drafted_by_id, d.username as drafted_by, r.drafted_at,
      c.username as decided_by, r.decided_at, l.*, x.*
    from payout_runs r
    left join profiles d on d.id = r.drafted_by
    left join profiles c on c.id = r.decided_by
    cross join lateral (
      select sum(n)::int as lines, jsonb_object_agg(state, n) as states, (
        select count(distinct a.line_id)::int from payout_lines o join payout_attentions a on a.line_id = o.id
        where o.run_id = r.id and a.answer_id is null and a.passed_at is null
      ) as attention
      from (select state, count(*)::int as n from payout_lines where run_id = r.id group by state) s
    ) l
    cross join lateral (
      select count(*)::int as dropped, coalesce(sum(amount_cents), 0)::bigint as dropped_cents
      from payout_drops where run_id = r.id
    ) x
    where ${id ? sql`r.id = ${id}` : before ? sql`r.number < ${before}` : sql`true`}
    order by r.number desc limit ${limit}`.execute(db)
  return rows
}

/** Adds a draft under the next number. Breaks `payout_runs_one_draft` if there is one. */
export async function insertRun(
  db: Kysely<DB>,
  values: Omit<Insertable<PayoutRuns>, 'number'>,
): Promise<{ id: string; number: number }> {
  return db
    .insertInto('payout_runs')
    .values({
      ...values,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from payout_runs)`,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
}

type NewLine = {
  reference: string
  payee_id: string
  amount_cents: number
  details_id: string
  method: PayoutMethod
  sealed: Buffer
  key_mark: Buffer
}

/** Adds the lines of a draft, in their order. */
export async function insertLines(
  db: Kysely<DB>,
  { runId, at }: { runId: string; at: Date },
  lines: NewLine[],
): Promise<void> {
  const batchSize = 2_000
  for (let first = 0; first < lines.length; first += batchSize)
    await db
      .insertInto('payout_lines')
      .values(
        lines.slice(first, first + batchSize).map((line, index) => ({
          ...{ ...line, run_id: runId, place: first + index + 1, state_at: at },
          through_sequence: sql<number>`(select max(sequence) from earnings_ledger where payee_id = ${line.payee_id})`,
        })),
      )
      .execute()
}

/** Whether the run was a draft until now. A simultaneous call waits. */
export async function decideRun(
  db: Kysely<DB>,
  id: string,
  { state, by, at }: { state: 'approved' | 'discarded'; by: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payout_runs')
    .set({ state, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type OpenAttention = {
  id: string
  why: AttentionReason
  word: string
  amount_cents: number | null
  currency: string | null
  provider_reference: string | null
  noted_at: string
}

/** The unanswered reports of a provider about a line `l`, the first one first. */
const openAttentions = sql<OpenAttention[]>`coalesce((
  select jsonb_agg(to_jsonb(a) order by a.noted_at, a.id) from payout_attentions a
  where a.line_id = l.id and a.answer_id is null and a.passed_at is null
), '[]')`

const lines = (db: Kysely<DB>) =>
  db
    .selectFrom('payout_lines as l')
    .innerJoin('payout_runs as r', 'r.id', 'l.run_id')
    .innerJoin('payees as y', 'y.id', 'l.payee_id')
    .leftJoin('profiles as p', 'p.id', 'y.user_id')
    .select([
      'l.id',
      'l.run_id',
      'r.number',
      'l.place',
      'l.reference',
      'l.payee_id',
      'y.user_id',
      'p.username',
    ])
    .select(['l.amount_cents', 'l.details_id', 'l.sealed', 'l.key_mark', 'l.state_at', 'l.reason'])
    .select([
      'l.provider_reference',
      'l.method',
      'l.handed_at',
      'l.left_file_at',
      'l.seen_unpaid',
      'l.state',
      'l.through_sequence',
      'l.is_own',
      'r.drafted_at',
    ])
    .select([
      formerOf('l.payee_id').as('former'),
      openAttentions.as('attention'),
      sql<number>`(select count(*)::int from payout_answers a where a.line_id = l.id)`.as('answers'),
      sql<number>`(select coalesce(sum(booked_cents), 0)::bigint from payout_answers a where a.line_id = l.id)`.as(
        'answered_booked_cents',
      ),
      sql<number | null>`(
        select a.paid_cents from payout_answers a where a.line_id = l.id order by a.answered_at desc, a.id desc limit 1
      )`.as('answered_cents'),
      sql<{ word: string; payment: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('word', a.word, 'payment', a.provider_reference)) from payout_attentions a
        where a.line_id = l.id and a.provider_reference is not null
      ), '[]')`.as('asked_payments'),
    ])
    .$narrowType<{ method: PayoutMethod; state: PayoutState }>()

export type LineRow = Awaited<ReturnType<typeof selectLines>>[number]

/** A run, locked so that nobody downloads its files or changes its lines meanwhile. */
export const lockRun = (db: Kysely<DB>, id: string) =>
  db.selectFrom('payout_runs').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/**
 * The lines of a run in their order, after a place; with `isOpen`, only those that need an admin; with `lock`, nobody
 * else changes them meanwhile.
 */
export async function selectLines(
  db: Kysely<DB>,
  runId: string,
  {
    after = 0,
    limit,
    isOpen = false,
    lock = false,
  }: { after?: number; limit?: number; isOpen?: boolean; lock?: boolean } = {},
) {
  if (lock) await lockRun(db, runId)
  return lines(db)
    .where('l.run_id', '=', runId)
    .where('l.place', '>', after)
    .$if(isOpen, (query) => query.where(sql<boolean>`jsonb_array_length(${openAttentions}) > 0`))
    .orderBy('l.place')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .$if(lock, (query) => query.forUpdate('l'))
    .execute()
}

/** A line, locked; its run first, since downloading a file locks that. */
export async function lockLine(db: Kysely<DB>, id: string) {
  const known = await db.selectFrom('payout_lines').select('run_id').where('id', '=', id).executeTakeFirst()
  if (!known) return undefined
  await lockRun(db, known.run_id)
  return lines(db).where('l.id', '=', id).forUpdate('l').executeTakeFirst()
}

export const selectLine = (db: Kysely<DB>, id: string) => lines(db).where('l.id', '=', id).executeTakeFirst()

/** A person's payouts that were approved, before an id, the newest first. */
export const selectOwnLines = (
  db: Kysely<DB>,
  userId: string,
  { before, limit }: { before?: string | undefined; limit?: number } = {},
) =>
  lines(db)
    .where('y.user_id', '=', userId)
    .where('l.state', '<>', 'draft')
    .$if(before !== undefined, (query) => query.where('l.id', '<', before ?? ''))
    .orderBy('l.id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()

/** A payee's payouts that were approved, before an id, the newest first. */
export const selectLinesOf = (
  db: Kysely<DB>,
  payeeId: string,
  { before, limit }: { before: string | undefined; limit: number },
) =>
  lines(db)
    .where('l.payee_id', '=', payeeId)
    .where('l.state', '<>', 'draft')
    .$if(before !== undefined, (query) => query.where('l.id', '<', before ?? ''))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute()

/** The payout of a payee before a run, of those that were approved. */
export const selectLineBefore = (
  db: Kysely<DB>,
  { payee_id, number }: Pick<LineRow, 'payee_id' | 'number'>,
) =>
  lines(db)
    .where('l.payee_id', '=', payee_id)
    .where('l.state', '<>', 'draft')
    .where('r.number', '<', number)
    .orderBy('r.number', 'desc')
    .limit(1)
    .executeTakeFirst()

export type Step = {
  id: string
  state: PayoutState
  reason?: string | null
  provider_reference?: string | null
  /** Where somebody saw that it was not paid. */
  seen_unpaid?: string | null
  /** For an approved line: whether the creator whom it pays approved it. */
  is_own?: boolean
}

/** Brings lines to their next state. */
export async function stepLines(db: Kysely<DB>, steps: Step[], at: Date): Promise<void> {
  await sql`
    update payout_lines l set state = s.state, state_at = ${at}::timestamptz,
      reason = coalesce(s.reason, l.reason), provider_reference = coalesce(s.provider_reference, l.provider_reference),
      seen_unpaid = coalesce(s.seen_unpaid, l.seen_unpaid), is_own = coalesce(s.is_own, l.is_own)
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
      as s (id uuid, state text, reason text, provider_reference text, seen_unpaid text, is_own boolean)
    where l.id = s.id`.execute(db)
}

/** Records by which payments lines were paid, if a provider has named them after they were counted. */
export async function notePayments(
  db: Kysely<DB>,
  payments: { id: string; payment: string }[],
): Promise<void> {
  if (payments.length === 0) return
  await sql`
    update payout_lines l set provider_reference = s.payment
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as s (id uuid, payment text)
    where l.id = s.id`.execute(db)
}

/** Adds files of a run. Returns their ids, in their order. */
export const insertFiles = (db: Kysely<DB>, files: Insertable<PayoutFiles>[]) =>
  db.insertInto('payout_files').values(files).returning('id').execute()

export type FileRow = NonNullable<Awaited<ReturnType<typeof selectFile>>>

/**
 * The newest edition of each file of runs, with how often any edition was downloaded. An earlier one lists whom it paid
 * before some were cancelled.
 */
const files = (db: Kysely<DB>) =>
  db
    .selectFrom('payout_files as f')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('payout_file_fetches as t')
          .innerJoin('payout_files as e', 'e.id', 't.file_id')
          .leftJoin('profiles as p', 'p.id', 't.fetched_by')
          .whereRef('e.run_id', '=', 'f.run_id')
          .whereRef('e.kind', '=', 'f.kind')
          .whereRef('e.part', '=', 'f.part')
          .select(['t.fetched_at', 'p.username'])
          .select(sql<number>`count(*) over ()`.as('n'))
          .orderBy('t.fetched_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payout_files as n')
            .select('n.id')
            .whereRef('n.run_id', '=', 'f.run_id')
            .whereRef('n.kind', '=', 'f.kind')
            .whereRef('n.part', '=', 'f.part')
            .whereRef('n.edition', '>', 'f.edition'),
        ),
      ),
    )
    .select(['f.id', 'f.run_id', 'f.kind', 'f.part', 'f.edition', 'f.name', 'f.rows', 'f.sha256'])
    .$narrowType<{ kind: FileKind }>()
    .select(['last.fetched_at as last_fetched_at', 'last.username as last_fetched_by', 'last.n as fetches'])

/** The files of a run, without their content. */
export const selectFiles = (db: Kysely<DB>, runId: string) =>
  files(db).where('f.run_id', '=', runId).orderBy('f.kind').orderBy('f.part').execute()

/** The newest edition of a file, given any edition, without its content. */
export const selectFile = (db: Kysely<DB>, id: string) => newestOf(db, id).executeTakeFirst()

const newestOf = (db: Kysely<DB>, id: string) =>
  files(db).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('payout_files as a')
        .select('a.id')
        .where('a.id', '=', id)
        .whereRef('a.run_id', '=', 'f.run_id')
        .whereRef('a.kind', '=', 'f.kind')
        .whereRef('a.part', '=', 'f.part'),
    ),
  )

/** The lines of a run in their order, with the fields that files need. */
export const selectLineStates = (db: Kysely<DB>, runId: string) =>
  db
    .selectFrom('payout_lines')
    .where('run_id', '=', runId)
    .select(['method', 'state', 'left_file_at'])
    .orderBy('place')
    .$narrowType<{ method: PayoutMethod; state: PayoutState }>()
    .execute()

/**
 * The newest edition of a file, locked so that nobody else downloads it or cancels a part of it meanwhile: through its
 * run, since nothing may lock a row that never changes, and before it is read, so that a download that was waited for
 * counts.
 */
export async function lockFile(db: Kysely<DB>, id: string) {
  const known = await db.selectFrom('payout_files').select('run_id').where('id', '=', id).executeTakeFirst()
  if (!known) return undefined
  await lockRun(db, known.run_id)
  return newestOf(db, id).select(['f.sealed', 'f.key_mark']).executeTakeFirst()
}

/** Records that a file was downloaded. */
export const insertFetch = (db: Kysely<DB>, { fileId, by, at }: { fileId: string; by: string; at: Date }) =>
  db.insertInto('payout_file_fetches').values({ file_id: fileId, fetched_by: by, fetched_at: at }).execute()

/** Records when lines were first in a file that was downloaded. */
export const noteHanded = (db: Kysely<DB>, at: Date, ids: string[]) =>
  db
    .updateTable('payout_lines')
    .set({ handed_at: at })
    .where(sql<boolean>`id = any (${uuidArray(ids)}::uuid[])`)
    .where('handed_at', 'is', null)
    .execute()

/** Whether a provider's API got any part of a run. */
export const hasBatches = async (db: Kysely<DB>, runId: string): Promise<boolean> =>
  (await db.selectFrom('payout_batches').select('id').where('run_id', '=', runId).executeTakeFirst()) !==
  undefined
