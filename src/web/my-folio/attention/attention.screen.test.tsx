import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../api/query-client.tsx'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { onePage, ownCard } from '../../testing/samples.ts'

const rows = page.getByRole('article')
const mine = 'GET /api/v1/me/products'

it('retries after a failure, loads more on scrolling, and says when nothing needs attention', async () => {
  const attention = { reason: 'gone', since: '2026-11-20T12:00:00Z' } as const
  const all = Array.from({ length: 45 }, (_, n) => ownCard(`Thing ${n}`, n, { attention }))
  const { answer, unmount } = await renderApp('/my-folio/attention', {
    api: { [mine]: () => Promise.reject(refused('internal_error')) },
  })
  await expect.element(page.getByText('Failed to load products')).toBeVisible()
  const inPages: Answers = {
    [mine]: ({ query }: { query: { cursor?: string | undefined } }) =>
      query.cursor ? onePage(all.slice(40)) : { items: all.slice(0, 40), next_cursor: '40' },
  }
  answer(inPages)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(rows.first()).toBeVisible()
  rows.last().element().scrollIntoView()
  await expect.poll(() => rows.elements().length).toBe(45)
  await unmount()
  queryClient().clear()

  await renderApp('/my-folio/attention')
  await expect.element(page.getByRole('heading', { name: 'All your links are fine' })).toBeVisible()
})
