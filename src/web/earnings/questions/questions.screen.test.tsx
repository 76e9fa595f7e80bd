import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idOf, onePage } from '../../testing/samples.ts'
import type { Thread } from './question-texts.ts'

const dialog = page.getByRole('dialog')
const text = (words: string) => page.getByText(words, { exact: true })
const at = '2026-11-26T10:00:00Z'
const entry: Thread['entry'] = {
  ...{ id: idOf(8, 1), order_item_id: '112-1', transaction_type: 'commission', order_date: '2026-10-02' },
  ...{
    gross_commission: 10,
    platform_fee_amount: 2,
    user_amount: 8,
    own: null,
    status: 'posted',
    under_review: null,
  },
  ...{
    is_provisional: false,
    available_on: '2026-11-01',
    posted_on: '2026-11-01',
    held: null,
    created_at: at,
  },
  amazon_orders: {
    product_title: 'A brass lamp with a shade of linen',
    asin: 'B0LAMP0001',
    confidence: 'high',
  },
  ...{ reason: null, rule: 'sub_tag' },
}
const asked: Thread = {
  ...{ id: idOf(8, 2), state: 'answered', is_unread: true, opened_at: at, changed_at: at, written: 2, entry },
  messages: [
    { by: 'creator', text: 'Why only this much?', written_at: at },
    { by: 'admin', text: 'The fee is 20 %.\nThe rest is yours.', written_at: '2026-11-26T11:00:00Z' },
  ],
}

/** A stand-in for the server with one thread, if any, that takes messages. */
function threads(first: Thread | null): Answers {
  let thread = first
  return {
    'GET /api/v1/me': () => ({ ...me, ...(thread?.is_unread && { has_answers: true as const }) }),
    'GET /api/v1/me/questions': () => {
      if (!thread) return onePage([])
      const { messages: _, ...listed } = thread
      return onePage([listed])
    },
    'GET /api/v1/me/ledger/:id/question': () => ({ question: thread }),
    'POST /api/v1/me/ledger/:id/question/seen': () => {
      if (thread) thread = { ...thread, is_unread: false }
    },
    'POST /api/v1/me/ledger/:id/question': ({ body }) => {
      const before = thread?.messages ?? []
      const messages = [
        ...before,
        { by: 'creator' as const, text: body.text, written_at: '2026-11-26T12:00:00Z' },
      ]
      thread = { ...asked, state: 'open', is_unread: false, written: messages.length, messages }
      return thread
    },
  }
}

describe('questions about rows of the ledger (docs/product/payouts.md#questions)', () => {
  it('are listed with the answer, which ends the notice once it is read', async () => {
    const { sent } = await renderApp('/earnings/questions', { api: threads(asked) })
    const notice = page.getByRole('region', { name: 'Answers' })
    await expect.element(notice.getByText('A brass lamp with a shade of linen')).toBeVisible()
    await expect.element(text('New answer')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await notice.getByRole('link', { name: 'Read the answer' }).click()
    await expect.element(dialog.getByText(/The fee is 20 %\./)).toBeVisible()
    await expect.element(dialog.getByText('The link’s own mark')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await expect.poll(() => sent('POST /api/v1/me/ledger/:id/question/seen').length).toBe(1)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect.element(dialog.getByText('Please write what looks wrong')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Write again' }).fill('I see.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect.element(dialog.getByText('I see.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(text('Open')).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
  })

  it('begin with a message, and keep what was typed when it is refused', async () => {
    const { answer } = await renderApp(`/earnings/questions?of=${entry.id}`, {
      api: {
        ...threads(null),
        'POST /api/v1/me/ledger/:id/question': () => Promise.reject(refused('rate_limited', 'Too many.')),
      },
    })
    await expect.element(text('No questions yet')).toBeInTheDocument()
    const field = dialog.getByRole('textbox', { name: 'Your message' })
    await field.fill('Why only this much?')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect.element(dialog.getByText('Too many.')).toBeVisible()
    await expect.element(field).toHaveValue('Why only this much?')
    expect(await flawsInEveryLook()).toEqual({})
    const { 'POST /api/v1/me/ledger/:id/question': take, 'GET /api/v1/me/ledger/:id/question': show } =
      threads(null)
    answer({ 'POST /api/v1/me/ledger/:id/question': take, 'GET /api/v1/me/ledger/:id/question': show })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect.element(dialog.getByRole('list', { name: 'Messages' })).toBeVisible()
  })
})
