import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, onePage } from '../../testing/samples.ts'

const report = (seller: string, tag: string) =>
  `Name,ASIN,Seller,Tracking ID,Date Shipped,Ad Fees\nPan,B0BUG00001,${seller},${tag},2026-11-20,0.48`

// docs/product/admin.md#import-step
it('a report offers the marketplace that it shows', async () => {
  await renderApp('/admin', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      'GET /api/v1/admin/rates': () => ({ items: [], waiting: 0 }),
      'GET /api/v1/admin/imports': () => onePage([]),
    },
  })
  const field = page.getByRole('textbox', { name: 'Commission report' })
  const chosen = page.getByRole('combobox', { name: 'Marketplace' })
  await field.fill(report('Amazon.co.uk', 'folio-21'))
  const offer = page.getByRole('button', { name: 'Choose amazon.co.uk' })
  await expect.element(offer).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await offer.click()
  await expect.element(chosen).toHaveValue('uk')
  await expect.element(offer).not.toBeInTheDocument()

  // One of several: they are named, and nothing is chosen.
  await field.fill(report('Amazon', 'folio-22'))
  await expect
    .element(page.getByText('This report looks like one of amazon.co.jp, amazon.com.au, amazon.sg.'))
    .toBeVisible()
  await chosen.selectOptions('au')
  await expect.element(page.getByText('This report looks like one of')).not.toBeInTheDocument()

  // A file is read in place of what was typed.
  const file = new File([report('Amazon.de', 'folio-21')], 'earnings.csv', { type: 'text/csv' })
  await page.elementLocator(document.querySelector('input[type=file]') as Element).upload(file)
  await page.getByRole('button', { name: 'Choose amazon.de' }).click()
  await expect.element(chosen).toHaveValue('de')
})
