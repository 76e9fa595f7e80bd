import { z } from 'zod'
import { attachedEntry } from '../../earnings/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { longest } from '../../shared/fields/longest.ts'
import { id, instant, page, text } from '../../shared/schemas.ts'

/** Open until an admin has answered; a message of its creator opens it again. */
export const questionStates = ['open', 'answered', 'closed'] as const
export type QuestionState = (typeof questionStates)[number]

const cursor = z.string().max(200).optional()
const words = text(longest.question)

const question = z.object({
  id,
  state: z.enum(questionStates),
  /** Its creator has not seen the last answer. */
  is_unread: z.boolean(),
  opened_at: instant,
  changed_at: instant,
  /** How many messages it has. */
  written: z.int(),
  /** The row that it is about. */
  entry: attachedEntry,
})
export type Question = z.output<typeof question>

const message = z.object({
  by: z.enum(['creator', 'admin']),
  /** Null once its creator's account is gone. */
  text: z.string().nullable(),
  written_at: instant,
})
const thread = question.extend({ messages: z.array(message) })
export type Thread = z.output<typeof thread>

/** The username is null once the account is gone. */
const creator = z.object({ payee_id: id, username: z.string().nullable() })
const adminQuestion = question.extend({ creator })
export type AdminQuestion = z.output<typeof adminQuestion>
const adminThread = adminQuestion.extend({
  messages: z.array(message.extend({ /** Of the admin who wrote it. */ admin: z.string().nullable() })),
})
export type AdminThread = z.output<typeof adminThread>

const ofRow = z.object({ id })

/** A creator's questions about rows of their ledger (docs/product/payouts.md#questions). */
export const ownQuestionsContract = defineContract({
  'GET /api/v1/me/questions': {
    summary: 'Your questions about rows of your ledger, the last changed first, 50 a page',
    access: 'user',
    query: z.object({ cursor }),
    response: page(question),
  },
  'GET /api/v1/me/ledger/:id/question': {
    summary: 'Your question about a row of your ledger, and its answers; null if there is none',
    access: 'user',
    params: ofRow,
    response: z.object({ question: thread.nullable() }),
  },
  'POST /api/v1/me/ledger/:id/question': {
    summary: 'Ask about a row of your ledger, or add to your question',
    access: 'user',
    creates: true,
    params: ofRow,
    body: z.object({ text: words.min(1, 'Please write what looks wrong') }),
    response: thread,
    status: 201,
  },
  'POST /api/v1/me/ledger/:id/question/seen': {
    summary: 'Mark the answer as read',
    access: 'user',
    params: ofRow,
    response: z.undefined(),
    status: 204,
  },
})

/** Questions of creators, for admins (docs/product/admin.md#questions). */
export const questionsContract = defineContract({
  'GET /api/v1/admin/questions': {
    summary:
      'Questions of creators about rows of their ledgers: open ones first, the longest waiting first, then whatever changed last, 50 a page',
    access: 'admin',
    query: z.object({ username: text(30).optional(), cursor }),
    response: page(adminQuestion),
  },
  'GET /api/v1/admin/questions/:id': {
    summary: 'A question with the row that it is about, and all messages',
    access: 'admin',
    params: z.object({ id }),
    response: adminThread,
  },
  'POST /api/v1/admin/questions/:id/answer': {
    summary: 'Answer a question, or close it, with an answer or without one',
    access: 'admin',
    second: 'not_own',
    params: z.object({ id }),
    body: z
      .object({
        text: words.default(''),
        close: z.boolean().default(false),
        /** How many messages the admin has seen: if there are more by now, nothing is written. */
        seen: z.int().positive(),
      })
      .refine(({ text, close }) => text !== '' || close, {
        path: ['text'],
        message: 'Please write an answer',
      }),
    response: adminThread,
  },
})

/** The part of an export with the person's questions. */
export const exportedQuestions = z.object({
  /** The last changed first. */
  questions: z.array(
    thread.pick({ id: true, state: true, opened_at: true, messages: true }).extend({ entry_id: id }),
  ),
})
