import { type Kysely, sql } from 'kysely'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor, RankCursor } from '../../shared/cursor.ts'
import type { QuestionState } from './contract.ts'

/** More than any time in milliseconds, so that open questions, the longest waiting first, come before all others. */
const beforeAll = 100_000_000_000_000

const rank = sql<number>`(case when q.state = 'open' then ${sql.lit(beforeAll)} - floor(extract(epoch from q.changed_at) * 1000)
  else floor(extract(epoch from q.changed_at) * 1000) end)::bigint`

const questions = (db: Kysely<DB>) =>
  db
    .selectFrom('ledger_questions as q')
    .innerJoin('payees as y', 'y.id', 'q.payee_id')
    .leftJoin('profiles as p', 'p.id', 'y.user_id')
    .select(['q.id', 'q.payee_id', 'y.user_id', 'p.username', 'q.entry_id', 'q.state', 'q.is_unread'])
    .select(['q.opened_at', 'q.changed_at', rank.as('rank')])
    .select(({ selectFrom }) =>
      selectFrom('ledger_question_messages as m')
        .whereRef('m.question_id', '=', 'q.id')
        .select(({ fn }) => fn.coalesce(fn.max('m.place'), sql.lit(0)).as('n'))
        .$asScalar()
        .as('written'),
    )
    .$narrowType<{ state: QuestionState }>()

export type QuestionRow = Awaited<ReturnType<typeof selectQuestions>>[number]

/** Questions of all creators, or of one: open ones first, the longest waiting first, then the last changed first. */
export const selectQuestions = (
  db: Kysely<DB>,
  payeeId: string | undefined,
  { after, limit }: { after: RankCursor | undefined; limit: number },
) =>
  questions(db)
    .$if(payeeId !== undefined, (query) => query.where('q.payee_id', '=', payeeId ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${rank}, q.id) < (${after?.rank}::bigint, ${after?.id}::uuid)`),
    )
    .orderBy(rank, 'desc')
    .orderBy('q.id', 'desc')
    .limit(limit)
    .execute()

/** A person's questions before a position, the last changed first. */
export const selectOwnQuestions = (
  db: Kysely<DB>,
  userId: string,
  { before, limit }: { before?: Cursor | undefined; limit?: number } = {},
) =>
  questions(db)
    .where('y.user_id', '=', userId)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(q.changed_at, q.id) < (${before?.createdAt}, ${before?.id}::uuid)`),
    )
    .orderBy('q.changed_at', 'desc')
    .orderBy('q.id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()

export const selectQuestion = (db: Kysely<DB>, id: string) =>
  questions(db).where('q.id', '=', id).executeTakeFirst()

/** The question about a row. */
export const selectQuestionOfRow = (db: Kysely<DB>, entryId: string) =>
  questions(db).where('q.entry_id', '=', entryId).executeTakeFirst()

/** A question, locked until the transaction ends. */
export const lockQuestion = (db: Kysely<DB>, id: string) =>
  questions(db).where('q.id', '=', id).forUpdate('q').executeTakeFirst()

/** The question about a row, made if there is none, and locked until the transaction ends. */
export async function openQuestion(
  db: Kysely<DB>,
  values: { payee_id: string; entry_id: string; at: Date },
): Promise<QuestionRow> {
  const { payee_id, entry_id, at } = values
  await db
    .insertInto('ledger_questions')
    .values({ payee_id, entry_id, opened_at: at, changed_at: at })
    .onConflict((conflict) => conflict.column('entry_id').doNothing())
    .execute()
  return questions(db).where('q.entry_id', '=', entry_id).forUpdate('q').executeTakeFirstOrThrow()
}

/** Sets the state of a question. The caller has locked it. */
export const setState = (
  db: Kysely<DB>,
  id: string,
  { state, isUnread, at }: { state: QuestionState; isUnread: boolean; at: Date },
) =>
  db
    .updateTable('ledger_questions')
    .set({ state, is_unread: isUnread, changed_at: at })
    .where('id', '=', id)
    .execute()

/** Records that a person has seen the answer about a row. */
export const setSeen = (db: Kysely<DB>, { userId, entryId }: { userId: string; entryId: string }) =>
  db
    .updateTable('ledger_questions')
    .set({ is_unread: false })
    .where('entry_id', '=', entryId)
    .where('is_unread', '=', true)
    .where('payee_id', 'in', (of) => of.selectFrom('payees').select('id').where('user_id', '=', userId))
    .execute()

type Message = { questionId: string; place: number; text: string; at: Date }

/** Adds a message; with `by`, an admin's. */
export const insertMessage = (
  db: Kysely<DB>,
  { questionId, place, text, at }: Message,
  adminId: string | null,
) =>
  db
    .insertInto('ledger_question_messages')
    .values({
      ...{ question_id: questionId, place, text, written_at: at },
      ...{ by_admin: adminId !== null, admin_id: adminId },
    })
    .execute()

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

/** The messages of questions, the first one first. */
export const selectMessages = (db: Kysely<DB>, questionIds: string[]) =>
  db
    .selectFrom('ledger_question_messages as m')
    .leftJoin('profiles as p', 'p.id', 'm.admin_id')
    .where(sql<boolean>`m.question_id = any (${uuidArray(questionIds)}::uuid[])`)
    .select(['m.question_id', 'm.by_admin', 'p.username as admin', 'm.text', 'm.written_at'])
    .orderBy('m.question_id')
    .orderBy('m.place')
    .execute()

/** Removes a person's words from their questions, and closes these. */
export async function forgetWordsOf(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`
    update ledger_question_messages m set text = null
    from ledger_questions q join payees y on y.id = q.payee_id
    where m.question_id = q.id and y.user_id = ${userId} and not m.by_admin`.execute(db)
  await db
    .updateTable('ledger_questions')
    .set({ state: 'closed', is_unread: false })
    .where('payee_id', 'in', (of) => of.selectFrom('payees').select('id').where('user_id', '=', userId))
    .execute()
}
