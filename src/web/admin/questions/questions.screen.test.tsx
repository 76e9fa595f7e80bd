import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idOf, nothingWaits, onePage } from '../../testing/samples.ts'
import type { AdminThread } from '../answers.ts'

const dialog = page.getByRole('dialog')
const text = (words: string | RegExp) => page.getByText(words)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const at = '2026-11-26T10:00:00Z'

/** A stand-in for the server with one open question, which an admin answers. */
function questions(): Answers {
  let thread: AdminThread = {
    ...{ id: idOf(8, 2), state: 'open', is_unread: false, opened_at: at, changed_at: at, written: 1 },
    creator: { payee_id: idOf(7, 3), username: 'maya' },
    entry: {
      ...{ id: idOf(8, 1), order_item_id: '112-1', transaction_type: 'return', order_date: '2026-10-02' },
      ...{ gross_commission: -10, platform_fee_amount: -2, user_amount: -8, own: null, status: 'posted' },
      ...{ under_review: null, is_provisional: false, available_on: '2026-11-01', posted_on: '2026-11-01' },
      ...{ held: null, created_at: at, reason: null, rule: 'manual' },
      amazon_orders: { product_title: 'A brass lamp with a shade', asin: 'B0LAMP0001', confidence: 'manual' },
    },
    messages: [{ by: 'creator', admin: null, text: 'Nobody sent it back to me.', written_at: at }],
  }
  return {
    'GET /api/v1/me': () => ({
      ...{ ...me, is_admin: true },
      waiting: { ...nothingWaits, questions: thread.state === 'open' ? 1 : 0 },
    }),
    'GET /api/v1/admin/questions': () => {
      const { messages: _, ...listed } = thread
      return onePage([listed])
    },
    'GET /api/v1/admin/questions/:id': () => thread,
    'POST /api/v1/admin/questions/:id/answer': ({ body }) => {
      const said = {
        by: 'admin' as const,
        admin: 'ada',
        text: body.text ?? '',
        written_at: '2026-11-26T11:00:00Z',
      }
      const messages = body.text ? [...thread.messages, said] : thread.messages
      const state = body.close ? ('closed' as const) : ('answered' as const)
      thread = { ...thread, state, written: messages.length, messages }
      return thread
    },
  }
}

describe('questions of creators (docs/product/admin.md#questions)', () => {
  it('are counted, listed, answered and closed, with what can be done about the row', async () => {
    const { answer, sent } = await renderApp('/admin/questions', { api: questions() })
    await expect.element(page.getByRole('link', { name: 'Creators 1 open question' })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('list', { name: 'questions' }).getByRole('link').click()
    await expect.element(text('Nobody sent it back to me.')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await button('Answer').click()
    await expect.element(text('Please write an answer')).toBeVisible()
    await page.getByRole('textbox', { name: 'Answer' }).fill('Amazon’s report of November says so.')
    await button('Answer').click()
    await expect.element(page.getByRole('list', { name: 'Messages' }).getByText('@ada')).toBeVisible()
    expect(sent('POST /api/v1/admin/questions/:id/answer').at(-1)?.input.body).toMatchObject({ seen: 1 })
    await button('Hold the order').click()
    await expect.element(dialog.getByText('Hold this order?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await button('Close').click()
    await expect.element(page.getByText('Closed', { exact: true })).toBeVisible()
    answer({ 'POST /api/v1/admin/questions/:id/answer': () => Promise.reject(refused('conflict', 'Newer.')) })
    await page.getByRole('textbox', { name: 'Answer' }).fill('One more thing')
    await button('Answer').click()
    await expect.element(text('Could not send the answer')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Answer' })).toHaveValue('One more thing')
  })
})
