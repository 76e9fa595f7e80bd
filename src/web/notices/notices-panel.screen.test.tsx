import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../testing/app.tsx'
import { offline } from '../testing/fake-api.ts'
import { flawsInEveryLook } from '../testing/flaws.ts'
import { button, toastOf } from '../testing/forms.ts'
import { me } from '../testing/people.ts'
import { idOf } from '../testing/samples.ts'

const items = [
  {
    id: idOf(9, 2),
    action: 'sessions_ended' as const,
    reason: 'Others were in.',
    product: null,
    list: null,
    decided_at: '2026-11-20T10:00:00Z',
  },
  {
    id: idOf(9, 1),
    action: 'product_hidden' as const,
    reason: 'A fake, as three people who bought it have written to us.',
    product: { id: idOf(2, 1), title: 'A brass lamp with a shade of linen' },
    list: null,
    decided_at: '2026-11-19T10:00:00Z',
  },
]
const seen = 'POST /api/v1/me/notices/seen'

it('shows a decision with its reason until it is marked as read by the keyboard (docs/product/moderation.md#shown-on-the-next-visit)', async () => {
  let left = items
  const { answer, sent } = await renderApp('/profile', {
    api: {
      'GET /api/v1/me': () => ({ ...me, ...(left.length > 0 && { has_notices: true as const }) }),
      'GET /api/v1/me/notices': () => ({ items: left }),
      [seen]: () => Promise.reject(offline()),
    },
  })
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect.element(notices.getByText('You were signed out of Folio everywhere')).toBeVisible()
  await expect.element(notices.getByText('Others were in.')).toBeVisible()
  await expect.element(notices.getByText('Folio has hidden one of your items')).toBeVisible()
  await expect
    .element(notices.getByRole('link', { name: 'A brass lamp with a shade of linen' }))
    .toHaveAttribute('href', `/l/${idOf(2, 1)}`)
  expect(await flawsInEveryLook()).toEqual({})
  const read = button('I have read this')
  await read.click()
  await expect.element(toastOf('Error')).toBeVisible()
  await expect.element(notices).toBeVisible()
  answer({
    [seen]: () => {
      left = []
    },
  })
  ;(read.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(notices).not.toBeInTheDocument()
  expect(sent(seen).at(-1)?.input.body).toEqual({ ids: items.map(({ id }) => id) })
})
