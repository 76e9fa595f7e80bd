import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idOf, nothingWaits, onePage } from '../../testing/samples.ts'
import type { PayoutLine, PayoutRunWithFiles } from '../answers.ts'

const dialog = page.getByRole('dialog')
const asking = page.getByRole('alertdialog')
const text = (words: string | RegExp) => page.getByText(words)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const at = '2026-11-26T10:00:00Z'

/** What one admin did alone. */
const alone = {
  ...{ id: idOf(7, 8), action: 'adjustment.make', subject: idOf(7, 8), actor: 'ada', created_at: at },
  details: { amount: -60, reason: 'Paid twice in October' },
  about: {
    ...{ title: null, day: null, commission: null, currency: null, username: 'maya', from: null, to: null },
    ...{ import_id: null, orders: null },
  },
}

/**
 * A stand-in for the server: @maya is due, @ben has no details; a file that was fetched wants to be asked for again.
 */
function payouts(): Answers {
  let run: PayoutRunWithFiles | null = null
  let line: PayoutLine = {
    ...{ id: idOf(7, 1), reference: 'F1-1', username: 'maya', former: null, amount: 40, method: 'paypal' },
    state: 'draft',
    ...{ state_at: at, reason: null, provider_reference: null, attention: [], is_own: false },
    ...{ is_handed: false, answers: 0, paid: null },
  }
  const present = (): PayoutRunWithFiles => {
    if (!run) throw refused('not_found')
    return { ...run, states: { [line.state]: 1 } }
  }
  const listed = () => {
    const { files: _, ...rest } = present()
    return rest
  }
  const step = (state: PayoutLine['state'], more: Partial<PayoutLine> = {}) => {
    line = { ...line, state, ...more }
  }
  return {
    'GET /api/v1/me': () => ({ ...me, is_admin: true }),
    'GET /api/v1/admin/payouts/due': () => ({
      ...{ minimum: 10, total: run ? 0 : 40 },
      due: run
        ? []
        : [
            {
              ...{
                payee_id: idOf(7, 3),
                username: 'maya',
                former: null,
                amount: 40,
                method: 'paypal' as const,
              },
              ...{ legal_name: 'Maya Okafor', country: 'DE', shared_with: ['eve'] },
            },
          ],
      not_due: [
        {
          ...{ payee_id: idOf(7, 4), username: 'ben', former: null, amount: 55 },
          ...{ why: 'no_details' as const, claimant: null },
        },
      ],
    }),
    'GET /api/v1/admin/payout-years': () => ({ items: [] }),
    'GET /api/v1/admin/payout-runs/:id/batches': () => ({ can_send: false, items: [] }),
    'GET /api/v1/admin/payout-runs': () => onePage(run ? [listed()] : []),
    'POST /api/v1/admin/payout-runs': ({ body: { total } }) => {
      run = {
        ...{
          id: idOf(7, 2),
          number: 1,
          state: 'draft' as const,
          total,
          lines: 1,
          dropped: 0,
          states: {},
          attention: 0,
        },
        ...{ drafted_by: 'ada', drafted_at: at, decided_by: null, decided_at: null, files: [] },
      }
      return present()
    },
    'GET /api/v1/admin/payout-runs/:id': present,
    'GET /api/v1/admin/payout-runs/:id/lines': () => onePage([line]),
    'GET /api/v1/admin/payout-runs/:id/acts': () => onePage([alone]),
    'POST /api/v1/admin/payout-runs/:id/approve': () => {
      step('approved', { is_own: true })
      const file = {
        id: idOf(7, 5),
        kind: 'paypal' as const,
        name: 'payout-1-paypal.csv',
        ...{ edition: 1, without: 0 },
        rows: 1,
        unsent: 1,
        sha256: 'a',
      }
      const fetched = { fetches: 0, last_fetched_by: null, last_fetched_at: null }
      run = {
        ...present(),
        state: 'approved',
        decided_by: 'bob',
        decided_at: at,
        files: [{ ...file, ...fetched }],
      }
      return present()
    },
    'POST /api/v1/admin/payout-files/:id/fetch': () => {
      const [file] = present().files
      if (file)
        run = {
          ...present(),
          files: [{ ...file, fetches: file.fetches + 1, last_fetched_by: 'ada', last_fetched_at: at }],
        }
      return { name: 'payout-1-paypal.csv', text: 'a' }
    },
    'POST /api/v1/admin/payout-runs/:id/sent': () => {
      step('sent')
      return present()
    },
    'POST /api/v1/admin/payout-lines/:id/result': ({ body: { state, reason } }) => {
      step(state, { reason: reason ?? null })
      return line
    },
  }
}

describe('payouts of admins (docs/product/payouts.md#payout-runs)', () => {
  it('are drafted, approved, sent, and end with a result', async () => {
    await renderApp('/admin/payouts', { api: payouts() })
    await expect.element(text('Same account as @eve')).toBeVisible()
    await text('1 other with a balance').click()
    await expect.element(text('No payout details')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await button('Draft this payout').click()
    await page.getByRole('link', { name: 'Draft 1' }).click()
    await expect.element(text(/Nothing is booked yet/)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Done by one admin alone' })).toBeVisible()
    await expect.element(text(/took \$60\.00 by hand from the balance of/)).toBeVisible()
    await expect.element(text('Approved by themselves')).not.toBeInTheDocument()
    await button('Approve').click()
    await expect.element(text('On its way')).toBeVisible()
    await expect.element(text('Approved by themselves')).toBeVisible()
    const download = page.getByRole('button', { name: 'Download payout-1-paypal.csv' })
    await download.click()
    await expect.element(text(/^Downloaded .* by @/)).toBeVisible()
    await download.click()
    await expect.element(asking.getByText(/pays twice what is sent twice/)).toBeVisible()
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await button('I have sent the files').click()
    await page.getByRole('button', { name: 'Result of F1-1' }).click()
    expect(await flawsInEveryLook()).toEqual({})
    await dialog.getByRole('radio', { name: /Came back/ }).click()
    await dialog.getByLabelText('Reason').fill('Account closed')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(text('Account closed')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('are shown as they are now where somebody has changed them meanwhile', async () => {
    let total = 40
    const api = payouts()
    const due = api['GET /api/v1/admin/payouts/due']
    await renderApp('/admin/payouts', {
      api: {
        ...api,
        'GET /api/v1/admin/payouts/due': async (...asked) => ({ ...(await due?.(...asked)), total }) as never,
        'POST /api/v1/admin/payout-runs': () => {
          total = 52.5
          throw refused('conflict', 'What is due has changed. Look at it again.')
        },
      },
    })
    await button('Draft this payout').click()
    await expect.element(text('What is due has changed. Look at it again.')).toBeVisible()
    await expect.element(text('$52.50 to 1 creator')).toBeVisible()
  })

  it('have the totals of each year, with a file of whom', async () => {
    const { sent } = await renderApp('/admin/payouts', {
      api: {
        ...payouts(),
        'GET /api/v1/admin/payout-years': () => ({
          items: [
            { year: '2027', paid: 20, payments: 1, creators: 1, quarters: [20, 0, 0, 0] },
            { year: '2026', paid: 12_345.67, payments: 40, creators: 12, quarters: [0, 0, 2_345.67, 10_000] },
          ],
        }),
        'POST /api/v1/admin/payout-years/:year/fetch': () => ({ name: 'paid-2026.csv', text: 'a' }),
      },
    })
    await expect.element(text('40 payments to 12 creators')).toBeVisible()
    await page.getByRole('button', { name: 'Download CSV of 2026' }).click()
    await expect.element(text('File downloaded')).toBeVisible()
    expect(sent('POST /api/v1/admin/payout-years/:year/fetch')).toHaveLength(1)
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('show what a provider says otherwise, which an admin answers', async () => {
    const line: PayoutLine = {
      ...{ id: idOf(7, 1), reference: 'F1-1-K7QM', username: 'maya', former: null, amount: 64 },
      method: 'paypal',
      ...{ state: 'cancelling', state_at: at, reason: null, provider_reference: null, is_own: false },
      ...{ is_handed: true, answers: 0, paid: null },
      attention: [
        {
          ...{ id: idOf(7, 6), why: 'amount', word: 'Completed', amount: 8, currency: 'USD' },
          ...{ provider_reference: 'T-1', noted_at: at },
        },
      ],
    }
    const file = {
      id: idOf(7, 5),
      kind: 'paypal' as const,
      name: 'payout-1-paypal.csv',
      sha256: 'a',
      edition: 2,
    }
    const fetched = { fetches: 2, last_fetched_by: 'ada', last_fetched_at: at, unsent: 0 }
    let isAnswered = false
    const { sent } = await renderApp(`/admin/payouts/${idOf(7, 2)}`, {
      api: {
        ...payouts(),
        'GET /api/v1/me': () => ({
          ...me,
          is_admin: true,
          waiting: { ...nothingWaits, payouts: isAnswered ? 0 : 1 },
        }),
        'GET /api/v1/admin/payout-runs/:id': () => ({
          ...{ id: idOf(7, 2), number: 1, state: 'approved', total: 64, lines: 1, states: { cancelling: 1 } },
          ...{
            dropped: 0,
            attention: isAnswered ? 0 : 1,
            drafted_by: 'ada',
            drafted_at: at,
            decided_by: 'bob',
            decided_at: at,
          },
          files: [{ ...file, ...fetched, rows: 0, without: 1 }],
        }),
        'GET /api/v1/admin/payout-runs/:id/lines': () =>
          onePage([{ ...line, ...(isAnswered && { attention: [] }) }]),
        'GET /api/v1/admin/payout-runs/:id/attention': () => onePage(isAnswered ? [] : [line]),
        'POST /api/v1/admin/payout-lines/:id/answer': ({ body: { paid } }) => {
          isAnswered = true
          return { ...line, attention: [], answers: 1, paid }
        },
      },
    })
    await expect.element(text(/Another amount: ‘Completed’, \$8\.00, payment T-1/)).toBeVisible()
    await expect.element(text(/without 1 cancelled or failed/)).toBeVisible()
    const link = page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: /^Payouts/ })
    await expect.element(link).toHaveAccessibleName(/1 payout to look at/)
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('button', { name: 'Answer what was paid of F1-1-K7QM' }).click()
    await dialog.getByRole('radio', { name: /Another amount/ }).click()
    await dialog.getByLabelText('Reason').fill('PayPal’s activity')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Please enter an amount in US dollars')).toBeVisible()
    // More than the payout is asked about, and nothing is sent before.
    await dialog.getByLabelText('Amount', { exact: true }).fill('8000')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(asking.getByText(/^\$8,000\.00 is more than the payout of \$64\.00/)).toBeVisible()
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(asking).not.toBeInTheDocument()
    await dialog.getByLabelText('Amount', { exact: true }).fill('8')
    expect(await flawsInEveryLook()).toEqual({})
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(text('Answer noted')).toBeVisible()
    expect(sent('POST /api/v1/admin/payout-lines/:id/answer')).toMatchObject([
      { input: { body: { paid: 8, note: 'PayPal’s activity', answers: 0, seen: [idOf(7, 6)] } } },
    ])
    // What stood in a file that was fetched is cancelled by saying where it was seen unpaid.
    await page.getByRole('button', { name: 'Result of F1-1-K7QM' }).click()
    await dialog.getByRole('radio', { name: /^Cancelled/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Please say where you saw it')).toBeVisible()
  })

  it('are sent by PayPal, which asks first where a file was downloaded', async () => {
    const batch = {
      ...{
        id: idOf(7, 9),
        name: 'F1-0011223344556677',
        state: 'sending' as const,
        lines: 1,
        total: 40,
      },
      ...{ requested_by: 'ada', requested_at: at, provider_reference: null },
      problem: 'PayPal did not answer: the connection was closed.',
    }
    let asked = 0
    await renderApp(`/admin/payouts/${idOf(7, 2)}`, {
      api: {
        ...payouts(),
        'GET /api/v1/admin/payout-runs/:id': () => ({
          ...{
            id: idOf(7, 2),
            number: 1,
            state: 'approved',
            total: 40,
            lines: 1,
            dropped: 0,
            states: { approved: 1 },
          },
          ...{
            attention: 0,
            drafted_by: 'ada',
            drafted_at: at,
            decided_by: 'bob',
            decided_at: at,
            files: [],
          },
        }),
        'GET /api/v1/admin/payout-runs/:id/batches': () => ({
          ...{ can_send: asked < 2, items: asked < 2 ? [] : [batch] },
        }),
        'POST /api/v1/admin/payout-runs/:id/send': () => {
          asked += 1
          if (asked === 1) throw refused('confirmation_required')
          return { can_send: false, items: [batch] }
        },
      },
    })
    await button('Send by PayPal').click()
    await expect.element(asking.getByText(/would be paid twice/)).toBeVisible()
    await asking.getByRole('button', { name: 'Send by PayPal' }).click()
    await expect.element(text('Being sent')).toBeVisible()
    await expect.element(text(/did not answer/)).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })
})
