import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, offline, refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idOf, onePage } from '../../testing/samples.ts'
import type { Proposal } from '../answers.ts'

const dialog = page.getByRole('dialog')
const text = (words: string | RegExp) => page.getByText(words)
const at = '2026-11-26T10:00:00Z'
const looks = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const

const proposal = (n: number, more: Partial<Proposal> = {}): Proposal => ({
  ...{ id: idOf(6, n), call: 'POST /api/v1/admin/adjustments', state: 'open', reason: 'Paid twice' },
  asked: { params: {}, body: { username: 'maya', amount: -250, reason: 'Paid twice' } },
  moves: [{ payee_id: idOf(7, n), username: 'maya', amount: 250 }],
  ...{ proposed_by: 'ada', proposed_at: at, bars_you: null },
  ...{ decided_by: null, decided_at: null, decision_reason: null },
  ...more,
})
const order: Partial<Proposal> = {
  call: 'PUT /api/v1/admin/orders/:id/match',
  asked: {
    params: { id: '112-7' },
    body: { product_ref: 'https://folio.example/l/Ab12', version: 1, note_to_creator: null },
  },
  moves: [
    { payee_id: idOf(7, 8), username: 'a_creator_with_a_long_name', amount: 1_234.5 },
    { payee_id: idOf(7, 9), username: null, amount: 0 },
  ],
  reason: 'AReasonWithoutAnySpace'.repeat(12),
  bars_you: 'pays_you',
}

const proposals = (...items: Proposal[]): Answers => ({
  'GET /api/v1/me': () => ({ ...me, is_admin: true }),
  'GET /api/v1/admin/proposals': ({ query: { state } }) =>
    onePage(items.filter((one) => (one.state === 'open') === (state !== 'decided'))),
})

describe('proposals (docs/product/admin.md#a-second-admin)', () => {
  it('show all that is asked and whom it moves how much, and are approved', async () => {
    let approved = false
    const { answer, sent } = await renderApp('/admin/proposals', {
      api: {
        ...proposals(proposal(1), proposal(2, order), proposal(3, { bars_you: 'yours' })),
        'POST /api/v1/admin/proposals/:id/approve': () => {
          if (!approved) {
            approved = true
            throw refused('conflict', 'This would now move something else. Refuse it, and propose it again.')
          }
          answer(
            proposals(proposal(1, { state: 'approved', asked: null, decided_by: 'bob', decided_at: at })),
          )
          return proposal(1, { state: 'approved', asked: null, decided_by: 'bob', decided_at: at })
        },
      },
    })
    await expect.element(text('−$250.00').first()).toBeVisible()
    await expect.element(text('@a_creator_with_a_long_name')).toBeVisible()
    await expect.element(text('112-7')).toBeVisible()
    await expect
      .element(
        text('It concerns what you are paid. Another admin has to agree or, if there is none, the operator.'),
      )
      .toBeVisible()
    await expect
      .element(text('You proposed it. Another admin has to agree or, if there is none, the operator.'))
      .toBeVisible()
    expect(page.getByRole('button', { name: /^Approve/ }).elements()).toHaveLength(1)
    expect(await flawsInEveryLook(...looks)).toEqual({})
    expect(fitsItsWidth()).toBe(true)
    const approve = page.getByRole('button', { name: 'Approve “Adjust a balance by hand”' })
    await approve.click()
    await expect.element(text(/would now move something else/)).toBeVisible()
    await approve.click()
    await expect.element(text('Approved and done')).toBeVisible()
    expect(sent('POST /api/v1/admin/proposals/:id/approve')).toHaveLength(2)
    await expect.element(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
    await page.getByRole('button', { name: 'Decided' }).click()
    await expect.element(text(/^Approved by @bob/)).toBeVisible()
    expect(await flawsInEveryLook(...looks)).toEqual({})
  })

  it('are refused, and one’s own are taken back, with a reason', async () => {
    const { sent } = await renderApp('/admin/proposals', {
      api: {
        ...proposals(proposal(1), proposal(2, { bars_you: 'yours' })),
        'POST /api/v1/admin/proposals/:id/refuse': () => proposal(1, { state: 'refused', asked: null }),
      },
    })
    await page.getByRole('button', { name: /^Refuse/ }).click()
    await dialog.getByLabelText('Reason').fill('Not so')
    expect(await flawsInEveryLook(...looks)).toEqual({})
    await dialog.getByRole('button', { name: 'Refuse' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await page.getByRole('button', { name: /^Take back/ }).click()
    await dialog.getByLabelText('Reason').fill('A mistake')
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await expect.element(text('Taken back')).toBeVisible()
    expect(sent('POST /api/v1/admin/proposals/:id/refuse').map(({ input }) => input.body.reason)).toEqual([
      'Not so',
      'A mistake',
    ])
  })

  it('offer to load again what failed to load', async () => {
    const { answer } = await renderApp('/admin/proposals', {
      api: { ...proposals(), 'GET /api/v1/admin/proposals': () => Promise.reject(offline()) },
    })
    await expect.element(text('Failed to load proposals')).toBeVisible()
    answer(proposals())
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
    expect(await flawsInEveryLook(...looks)).toEqual({})
  })
})

describe('an act that one admin may not do alone', () => {
  const why = 'One admin alone may move at most $100.00 for a creator within 30 days.'
  const holds: Answers = {
    'GET /api/v1/me': () => ({ ...me, is_admin: true }),
    'GET /api/v1/admin/holds': () =>
      onePage([
        {
          ...{ id: idOf(5, 1), creator: { payee_id: idOf(7, 1), username: 'ada', former: null } },
          ...{ order_item_id: null, order: null, month: null, unpaid: null, reason: 'We ask' },
          ...{ set_by: 'ada', set_at: at, ended: null },
        },
      ]),
    'POST /api/v1/admin/holds/:id/end': () => Promise.reject(refused('second_admin_needed', why)),
  }
  const open = async (more: Answers = {}) => {
    const app = await renderApp('/admin/holds', { api: { ...holds, ...more } })
    await page.getByRole('button', { name: /^End hold/ }).click()
    await dialog.getByLabelText('Reason').fill('It is settled')
    await dialog.getByRole('button', { name: 'End hold' }).click()
    await expect.element(page.getByRole('heading', { name: 'Ask a second admin?' })).toBeVisible()
    await expect.element(text(why)).toBeVisible()
    return app
  }

  it('is proposed as it was sent, once where the answer is lost', async () => {
    let attempts = 0
    const { sent } = await open({
      'POST /api/v1/admin/proposals': () => {
        attempts += 1
        if (attempts === 1) throw offline()
        return proposal(1)
      },
    })
    expect(await flawsInEveryLook(...looks)).toEqual({})
    const propose = page.getByRole('button', { name: 'Propose it' })
    await propose.click()
    await expect.element(text('Could not propose it')).toBeVisible()
    await propose.click()
    await expect.element(text('Waits for a second admin')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    const [first, second] = sent('POST /api/v1/admin/proposals')
    expect(second?.input.body).toEqual({
      call: 'POST /api/v1/admin/holds/:id/end',
      params: { id: idOf(5, 1) },
      body: { reason: 'It is settled' },
    })
    expect(second?.extras.idempotencyKey).toBe(first?.extras.idempotencyKey)
  })

  it('is left where nobody is asked, with what was typed', async () => {
    const { sent } = await open()
    await page.getByRole('button', { name: 'Cancel' }).last().click()
    await expect.element(text('Could not end the hold')).toBeVisible()
    await expect.element(dialog.getByLabelText('Reason')).toHaveValue('It is settled')
    expect(sent('POST /api/v1/admin/proposals')).toHaveLength(0)
  })
})
