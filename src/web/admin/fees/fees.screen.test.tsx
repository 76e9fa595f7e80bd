import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idOf, onePage } from '../../testing/samples.ts'
import type { Fee } from '../answers.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const first: Fee = {
  ...{ id: idOf(8, 1), creator: null, fee_bps: 2_000, from: null, state: 'counts', reason: null },
  ...{ set_by: null, set_at: '2026-11-01T10:00:00Z' },
}
const coming: Fee = {
  ...first,
  ...{
    id: idOf(8, 2),
    fee_bps: 1_750,
    from: '2027-01-01',
    state: 'coming',
    reason: 'A new year',
    set_by: 'ada',
  },
}
const own: Fee = {
  ...coming,
  id: idOf(8, 3),
  creator: { payee_id: idOf(7, 3), username: 'maya' },
  fee_bps: null,
}

describe('fees (docs/product/admin.md#fees)', () => {
  it('are set from a day on, and taken back before it', async () => {
    const { sent } = await renderApp('/admin/fees', {
      api: {
        'GET /api/v1/me': () => ({ ...me, is_admin: true }),
        'GET /api/v1/admin/fees': ({ query }) => onePage(query?.of === 'creators' ? [own] : [coming, first]),
        'POST /api/v1/admin/fees': () => coming,
        'POST /api/v1/admin/fees/:id/take-back': () => ({ ...coming, state: 'taken_back' }),
      },
    })
    await expect.element(page.getByText('20% from the beginning')).toBeVisible()
    await expect.element(page.getByText('As everybody from Jan 1, 2027 on')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})

    await button('Set everybody’s fee').click()
    await page.getByLabelText('Reason').fill('A new year')
    await button('Set the fee').click()
    await expect.element(page.getByText('Please enter a percentage such as 17.5')).toBeVisible()
    await page.getByLabelText('Fee', { exact: true }).fill('17.5 %')
    await page.getByLabelText('From').fill('2027-01-01')
    await button('Set the fee').click()
    await expect.element(page.getByText('Fee set')).toBeVisible()
    expect(sent('POST /api/v1/admin/fees').at(-1)?.input.body).toEqual({
      ...{ fee_bps: 1_750, from: '2027-01-01', reason: 'A new year' },
    })
  })
})
