import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { offline } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline } from '../../testing/samples.ts'
import type { SentNews } from '../answers.ts'

const call = 'GET /api/v1/admin/sent-news'
const sent: SentNews = {
  items: [
    { kind: 'followed', way: 'mail', sent: 1_234, failed: 2, stopped: 3, stopped_by_link: 1 },
    { kind: 'payout_sent', way: 'push', sent: 7, failed: 0, stopped: 0, stopped_by_link: 0 },
  ],
  ...{ bouncing: 1, bounced: 4 },
}

it('counts what was sent, failed and was stopped, and says where mails do not arrive (docs/product/admin.md#news)', async () => {
  const { answer } = await renderApp('/admin/news', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      [call]: () => Promise.reject(offline()),
    },
  })
  await expect.element(page.getByText('Failed to load what was sent')).toBeVisible()
  answer({ [call]: () => sent })
  await page.getByRole('button', { name: 'Retry' }).click()
  const rows = page.getByRole('table', { name: 'News sent in 30 days' }).getByRole('row')
  await expect
    .element(rows.nth(1))
    .toMatchTextContent('New followersMail · 1 stopped by a mail’s link1,23423')
  await expect.element(rows.nth(2)).toMatchTextContent('PayoutsDevice700')
  await expect.element(page.getByText(/Mails do not arrive at 1 address now/)).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
})
