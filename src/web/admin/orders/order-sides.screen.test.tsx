import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminOrder, AdminOrderDetail } from '../../../orders/review/contract.ts'
import { renderApp } from '../../testing/app.tsx'
import { fitsItsWidth, flawsInEveryLook, flawsOf } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, listedOrder, onePage, orderDetail } from '../../testing/samples.ts'

const side = (username: string, n: number, networks: number): AdminOrderDetail['sides'][number] => ({
  creator: { payee_id: idOf(5, n), username },
  product_id: idOf(6, n),
  short_link_id: `mug-${n}`,
  views: networks,
  presses: networks,
  own_visits: 0,
  networks,
  visitors: networks,
  first_at: '2026-11-03T18:00:00Z',
  last_at: '2026-11-03T19:30:00Z',
  flags: networks === 1 ? [{ measure: 'largest_network', day: '2026-11-03', value: 0.94, usual: 0.12 }] : [],
  hours: [{ hour: '2026-11-03T18:00:00Z', visits: networks * 2 }],
})
const listed = listedOrder({
  match: {
    confidence: 'medium',
    rule: 'outbound_24h_several',
    creator: { payee_id: idOf(5, 1), username: 'ben' },
    product_id: idOf(6, 1),
    short_link_id: 'mug-1',
    reason: 'Several creators’ links; the last one counts.',
    note_to_creator: null,
    is_decided: false,
    is_provisional: false,
    review: 'several_creators',
    version: 1,
  },
  has_ledger: true,
  under_review: ['several_creators'],
})
const order = orderDetail({
  ...listed,
  sides: [side('ben', 1, 1), side('ana', 2, 4)],
  entries: [
    {
      id: idOf(7, 1),
      creator: { payee_id: idOf(5, 1), username: 'ben' },
      transaction_type: 'commission',
      gross_commission: 50,
      platform_fee_amount: 10,
      user_amount: 40,
      own: null,
      status: 'pending',
      under_review: 'several_creators',
      available_on: '2027-01-29',
      posted_on: '2027-01-29',
      created_at: '2026-11-05T10:00:00Z',
    },
  ],
})

it('decides an order that several creators claim, with the evidence for each', async () => {
  const sent: unknown[] = []
  let now = order
  const api = {
    'GET /api/v1/me': () => ({ ...me, is_admin: true }),
    'GET /api/v1/admin/orders': () => onePage([order]),
    'GET /api/v1/admin/pipeline': () => idlePipeline,
    'GET /api/v1/admin/orders/:id': () => now,
    'POST /api/v1/admin/orders/:id/decision': ({ body }: { body: unknown }) => {
      sent.push(body)
      const match = order.match && {
        ...order.match,
        confidence: 'manual' as const,
        review: null,
        is_decided: true,
      }
      now = { ...order, match }
      return now
    },
  }
  await renderApp('/admin/orders/112-1', { api })
  await expect.element(page.getByText('This order waits for your decision.')).toBeVisible()
  await expect.element(page.getByText('4 networks · 4 visitors · 4 presses · 4 views')).toBeVisible()
  await expect.element(page.getByText(/94% of presses from one network; usual is 12%/)).toBeVisible()
  await expect.element(page.getByText('under review', { exact: true })).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await page.getByRole('button', { name: 'It is @ana’s' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('She showed the receipt')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect.element(page.getByText('This order waits for your decision.')).not.toBeInTheDocument()
  expect(sent).toEqual([{ payee_id: idOf(5, 2), reason: 'She showed the receipt', version: 1 }])
})

it('shows in the list and on the order’s page that a match is provisional', async () => {
  const match = listed.match && { ...listed.match, review: null, is_provisional: true }
  const today: AdminOrder = { ...listed, match, under_review: [] }
  await renderApp('/admin/orders', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/orders': () => onePage([today]),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      'GET /api/v1/admin/orders/:id': () => ({ ...order, ...today, sides: [], entries: [] }),
    },
  })
  await expect.element(page.getByText('provisional', { exact: true })).toBeVisible()
  expect(fitsItsWidth()).toBe(true)
  await page.getByRole('link', { name: /A mug/ }).click()
  await expect.element(page.getByText('Decides again, until the order’s day is over')).toBeVisible()
  expect(await flawsOf()).toEqual([])
})

it('keeps or moves an order whose evidence disagrees, with the evidence for each', async () => {
  const match = listed.match && {
    ...listed.match,
    rule: 'outbound_24h' as const,
    review: null,
    reason:
      'Within 24 hours before the order the product was opened at Amazon through this creator’s links alone.',
  }
  const contradicted: AdminOrder = { ...listed, match, under_review: [], evidence_disagrees: true }
  const detail: AdminOrderDetail = {
    ...order,
    ...contradicted,
    entries: [],
    evidence: {
      rule: 'outbound_24h',
      click_kind: 'outbound',
      clicked_at: '2026-11-03T19:30:00.000Z',
      creators: 1,
    },
    disagreement: {
      creator: { payee_id: idOf(5, 2), username: 'ana' },
      confidence: 'high',
      product_id: idOf(6, 2),
      short_link_id: 'mug-2',
      reason: 'The report names a tracking id that is the creator’s.',
      evidence: { rule: 'tracking_id', tracking_id: 'ana-20' },
      found_at: '2026-11-20T10:00:00Z',
    },
  }
  const sent: unknown[] = []
  let now = detail
  await renderApp('/admin/orders?state=evidence_disagrees', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/orders': () => onePage([contradicted]),
      'GET /api/v1/admin/pipeline': () => ({ ...idlePipeline, evidence_disagrees: 3 }),
      'GET /api/v1/admin/orders/:id': () => now,
      'POST /api/v1/admin/orders/:id/decision': ({ body }: { body: unknown }) => {
        sent.push(body)
        now = { ...detail, evidence_disagrees: false, disagreement: null }
        return now
      },
    },
  })
  await expect.element(page.getByText('Evidence disagrees · 3')).toBeVisible()
  await page.getByRole('link', { name: /A mug/ }).click()
  await expect.element(page.getByText(/would give this order to @ana/)).toBeVisible()
  await expect.element(page.getByText('The report names a tracking id that is the creator’s.')).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await page.getByRole('button', { name: 'Keep with @ben' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Move to @ana' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to @ana?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It is her tracking id')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect.element(page.getByText(/would give this order to @ana/)).not.toBeInTheDocument()
  expect(sent).toEqual([{ payee_id: idOf(5, 2), reason: 'It is her tracking id', version: 1 }])
})

it('keeps or takes away an order whose evidence supports nobody any more', async () => {
  const match = listed.match && { ...listed.match, rule: 'sub_tag' as const, review: null }
  const contradicted: AdminOrder = { ...listed, match, under_review: [], evidence_disagrees: true }
  const detail: AdminOrderDetail = {
    ...order,
    ...contradicted,
    entries: [],
    sides: [],
    evidence: { rule: 'sub_tag' },
    disagreement: {
      creator: null,
      confidence: 'unknown',
      product_id: null,
      short_link_id: null,
      reason: 'Nobody has a product with this ASIN.',
      evidence: { rule: 'none' },
      found_at: '2026-11-20T10:00:00Z',
    },
  }
  const sent: unknown[] = []
  let now = detail
  await renderApp('/admin/orders/112-1', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/orders/:id': () => now,
      'POST /api/v1/admin/orders/:id/decision': ({ body }: { body: unknown }) => {
        sent.push(body)
        now = { ...detail, evidence_disagrees: false, disagreement: null }
        return now
      },
    },
  })
  await expect.element(page.getByText(/this order would be nobody’s/)).toBeVisible()
  await expect.element(page.getByText('Nobody has a product with this ASIN.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Keep with @ben' })).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await page.getByRole('button', { name: 'Take away from @ben' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take away from @ben?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The product was another one')
  await dialog.getByRole('button', { name: 'Take away' }).click()
  await expect.element(page.getByText(/this order would be nobody’s/)).not.toBeInTheDocument()
  expect(sent).toEqual([{ payee_id: null, reason: 'The product was another one', version: 1 }])
})
