import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../testing/app.tsx'
import { flawsInEveryLook } from '../testing/flaws.ts'
import type { Checkpoints } from './checkpoint-list.tsx'

const key = `folio.example/ledger+a7ee490d+${'AepKbGPinFIKvvVQ'.repeat(3)}`
const checkpoint = (size: number): Checkpoints[number] => ({
  size,
  root: 'ab12'.repeat(16),
  signed_at: '2026-11-26T06:00:00.000Z',
  note: `folio.example/ledger\n${size}\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=\ntime 2026-11-26T06:00:00.000Z\n\n— folio.example/ledger ${'p+5JDQ'.repeat(14)}==\n`,
  key,
  previous: null,
})

const open = (items: Checkpoints) =>
  renderApp('/ledger/checkpoints', {
    session: null,
    api: { 'GET /api/v1/ledger/checkpoints': () => ({ items, next_cursor: null }) },
  })

it('anyone sees what was signed, and what it proves (docs/product/ledger.md#the-page-of-checkpoints)', async () => {
  await open([checkpoint(1_234_567), checkpoint(1)])
  await expect.element(page.getByRole('heading', { name: 'Ledger checkpoints' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'What it does not prove' })).toBeVisible()
  await expect.element(page.getByText('1,234,567 rows')).toBeVisible()
  await expect.element(page.getByText('1 row', { exact: true })).toBeVisible()
  await expect.element(page.getByText('26 Nov 2026, 06:00 UTC').first()).toBeVisible()
  await expect.element(page.getByText(key)).toBeVisible()
  await page.getByText('Signed note of 1,234,567').click()
  await expect.element(page.getByText('time 2026-11-26T06:00:00.000Z').first()).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
})

it('says that nothing was signed (docs/product/ledger.md#the-page-of-checkpoints)', async () => {
  await open([])
  await expect.element(page.getByText('Nothing has been posted yet, so nothing was signed.')).toBeVisible()
})
