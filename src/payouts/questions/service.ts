import type pg from 'pg'
import type { z } from 'zod'
import { recordAudit } from '../../audit/index.ts'
import { attachedEntries, payeeOfRow } from '../../earnings/index.ts'
import { lockOwnAccount } from '../../identity/index.ts'
import { tell } from '../../news/index.ts'
import { findPayee } from '../../orders/index.ts'
import { type Context, inTransaction, requireAdmin, requireUser } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { type IdempotencyKey, once } from '../../platform/idempotency.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/limits/rate-limit.ts'
import { readCursor, readRankCursor, writeCursor, writeRankCursor } from '../../shared/cursor.ts'
import { AppError, aboutYou, accountDeleted, notFound } from '../../shared/errors.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { dayMs } from '../../shared/time.ts'
import type {
  AdminQuestion,
  AdminThread,
  exportedQuestions,
  ownQuestionsContract,
  Question,
  questionsContract,
  Thread,
} from './contract.ts'
import { answerMail } from './mails.ts'
import {
  forgetWordsOf,
  insertMessage,
  lockQuestion,
  type MessageRow,
  openQuestion,
  type QuestionRow,
  selectMessages,
  selectOwnQuestions,
  selectQuestion,
  selectQuestionOfRow,
  selectQuestions,
  setSeen,
  setState,
} from './sql.ts'

type Own = typeof ownQuestionsContract
type Admins = typeof questionsContract
type Cursor = { cursor?: string | undefined }
/** `reportTimeZone`: the zone of the days on which rows become posted. */
type Options = { reportTimeZone: string }

/** How often a person may write about their ledger. */
export const createQuestionLimit = (pool: pg.Pool): RateLimiter =>
  createRateLimiter(pool, {
    name: 'questions',
    points: 30,
    seconds: dayMs / 1_000,
    of: 'messages about your ledger',
  })

/** The caller's questions, the last changed first. Throws `validation_failed` for an invalid cursor. */
export async function listOwnQuestions(
  context: Context,
  { cursor }: Cursor,
  options: Options,
): Promise<z.input<Own['GET /api/v1/me/questions']['response']>> {
  const { userId } = requireUser(context)
  const before = parseCursor(cursor, readCursor)
  const rows = await selectOwnQuestions(context.db, userId, { before, limit: adminPageSize + 1 })
  const serialize = await serializerOf(context, rows, options)
  return toPage(rows, {
    limit: adminPageSize,
    serialize,
    cursorOf: ({ changed_at, id }) => writeCursor({ createdAt: changed_at, id }),
  })
}

/**
 * The caller's question about a row of their ledger; null if there is none. Throws `not_found` for somebody else's row.
 */
export async function readOwnQuestion(
  context: Context,
  entryId: string,
  options: Options,
): Promise<Thread | null> {
  const { userId } = requireUser(context)
  if (!(await payeeOfRow(context, userId, entryId))) throw notFound('Ledger entry')
  const row = await selectQuestionOfRow(context.db, entryId)
  return row ? serializeThread(context, row, options) : null
}

/**
 * Asks about a row of the caller's ledger, or adds to the question, which opens it again
 * (docs/product/payouts.md#questions). Throws `not_found` for somebody else's row, `rate_limited`, and `conflict` if
 * the thread is full.
 */
export async function ask(
  context: Context,
  entryId: string,
  { text }: { text: string },
  { limit, ...options }: Options & { limit: RateLimiter },
  key?: IdempotencyKey,
): Promise<Thread> {
  const { userId } = requireUser(context)
  await limit.take(userId)
  await once(context, { key, sent: { entryId, text } }, async (tx) => {
    await lockOwnAccount(tx)
    const payeeId = await payeeOfRow(tx, userId, entryId)
    if (!payeeId) throw notFound('Ledger entry')
    const at = tx.clock()
    const question = await openQuestion(tx.db, { payee_id: payeeId, entry_id: entryId, at })
    await write(tx, question, text, null)
    await setState(tx.db, question.id, { state: 'open', isUnread: false, at })
    return question.id
  })
  const thread = await readOwnQuestion(context, entryId, options)
  if (!thread) throw notFound('Question')
  return thread
}

const maxMessages = 100

async function write(tx: Context, row: QuestionRow, text: string, adminId: string | null): Promise<void> {
  const place = row.written + 1
  if (place > maxMessages) throw new AppError('conflict', 'This conversation has become too long.')
  const message = insertMessage(tx.db, { questionId: row.id, place, text, at: tx.clock() }, adminId)
  await whereBroken({ ledger_question_messages_admin_id_fkey: accountDeleted }, message)
}

/** Records that the caller has read the answer about a row. Throws `not_found` for somebody else's row. */
export async function seeAnswer(context: Context, entryId: string): Promise<void> {
  const { userId } = requireUser(context)
  if (!(await payeeOfRow(context, userId, entryId))) throw notFound('Ledger entry')
  await setSeen(context.db, { userId, entryId })
}

/**
 * Questions of all creators or of one: open ones first, then the last changed first. Throws `validation_failed` for an
 * invalid cursor, and for an unknown username.
 */
export async function listQuestions(
  context: Context,
  { username, cursor }: Cursor & { username?: string | undefined },
  options: Options,
): Promise<z.input<Admins['GET /api/v1/admin/questions']['response']>> {
  requireAdmin(context)
  const after = parseCursor(cursor, readRankCursor)
  const payeeId = username === undefined ? undefined : await findPayee(context, username)
  const rows = await selectQuestions(context.db, payeeId, { after, limit: adminPageSize + 1 })
  const serialize = await serializerOf(context, rows, options)
  return toPage(rows, {
    limit: adminPageSize,
    serialize: (row): AdminQuestion => ({ ...serialize(row), creator: creatorOf(row) }),
    cursorOf: ({ rank, id }) => writeRankCursor({ rank: Number(rank), id }),
  })
}

/** A question with its row and all messages. Throws `not_found`. */
export async function readQuestion(context: Context, id: string, options: Options): Promise<AdminThread> {
  requireAdmin(context)
  const row = await selectQuestion(context.db, id)
  if (!row) throw notFound('Question')
  const serialize = await serializerOf(context, [row], options)
  const messages = await selectMessages(context.db, [id])
  return {
    ...serialize(row),
    creator: creatorOf(row),
    messages: messages.map((message) => ({ ...serializeMessage(message), admin: message.admin })),
  }
}

/**
 * Answers a question, of which its creator is told and gets a mail, or closes it. Throws `not_found`, and `conflict` if
 * there are other messages than the admin has seen, or if it is closed already and the answer is empty.
 */
export async function answer(
  context: Context,
  id: string,
  { text, close, seen }: z.output<Admins['POST /api/v1/admin/questions/:id/answer']['body']>,
  options: Options,
): Promise<AdminThread> {
  const { userId } = requireAdmin(context)
  await inTransaction(context, async (tx) => {
    const question = await lockQuestion(tx.db, id)
    if (!question) throw notFound('Question')
    if (question.user_id === userId) throw aboutYou()
    if (question.written !== seen)
      throw new AppError('conflict', 'There is a newer message than you saw.', { written: question.written })
    if (!text && question.state === 'closed') throw new AppError('conflict', 'This is closed already.')
    const state = close ? 'closed' : 'answered'
    if (text) {
      await write(tx, question, text, userId)
      await enqueue(tx.db, answerMail, { question_id: id, place: seen + 1 })
      if (question.user_id) {
        const about = question.entry_id
        await tell(tx, [{ userId: question.user_id, kind: 'question_answered', subject: id, about }])
      }
    }
    const isUnread = text ? question.user_id !== null : question.is_unread
    await setState(tx.db, id, { state, isUnread, at: tx.clock() })
    const details = { payee_id: question.payee_id, entry_id: question.entry_id, state }
    await recordAudit(tx, { action: text ? 'question.answer' : 'question.close', subject: id, details })
  })
  return readQuestion(context, id, options)
}

/** The caller's questions and their answers, for the export of their data. */
export async function exportQuestions(context: Context): Promise<z.input<typeof exportedQuestions>> {
  const { userId } = requireUser(context)
  const rows = await selectOwnQuestions(context.db, userId)
  const messages = await selectMessages(
    context.db,
    rows.map(({ id }) => id),
  )
  const of = Map.groupBy(messages, ({ question_id }) => question_id)
  return {
    questions: rows.map(({ id, entry_id, state, opened_at }) => ({
      ...{ id, entry_id, state, opened_at: opened_at.toISOString() },
      messages: (of.get(id) ?? []).map(serializeMessage),
    })),
  }
}

/** Removes the caller's words from their questions, with their account. */
export const forgetQuestions = (context: Context): Promise<void> =>
  forgetWordsOf(context.db, requireUser(context).userId)

const creatorOf = ({ payee_id, username }: QuestionRow) => ({ payee_id, username })

/** How to serialize these questions, with the rows that they are about. */
async function serializerOf(
  context: Context,
  rows: QuestionRow[],
  options: Options,
): Promise<(row: QuestionRow) => Question> {
  const entries = await attachedEntries(
    context,
    rows.map(({ entry_id }) => entry_id),
    options,
  )
  return ({ id, state, is_unread, opened_at, changed_at, written, entry_id }) => {
    const entry = entries.get(entry_id)
    if (!entry) throw new Error('A question has no row.')
    return {
      ...{ id, state, is_unread, written, entry },
      ...{ opened_at: opened_at.toISOString(), changed_at: changed_at.toISOString() },
    }
  }
}

async function serializeThread(context: Context, row: QuestionRow, options: Options): Promise<Thread> {
  const serialize = await serializerOf(context, [row], options)
  const messages = await selectMessages(context.db, [row.id])
  return { ...serialize(row), messages: messages.map(serializeMessage) }
}

const serializeMessage = ({ by_admin, text, written_at }: MessageRow): Thread['messages'][number] => ({
  ...{ by: by_admin ? 'admin' : 'creator', text, written_at: written_at.toISOString() },
})
