import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { offline, refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook, flawsOf } from '../../testing/flaws.ts'
import { pressAt } from '../../testing/keys.ts'
import { me } from '../../testing/people.ts'
import { idOf, onePage } from '../../testing/samples.ts'
import { toast } from '../../testing/toasts.ts'
import type { ClickFlag, Flag } from '../answers.ts'

const flag = (n: number, values: Partial<Flag>): Flag => ({
  id: idOf(8, n),
  creator: {
    payee_id: idOf(5, n),
    user_id: idOf(1, n),
    username: 'ben',
    avatar_url: null,
    is_suspended: false,
  },
  measure: 'presses_per_network',
  day: '2026-11-20',
  value: 150,
  usual: 1.3,
  threshold: 4.3,
  creators: 31,
  views: 300,
  presses: 300,
  networks: 2,
  found_at: '2026-11-21T01:00:00Z',
  seen: null,
  ...values,
})
const seen = { day: '2026-11-12', at: '2026-11-13T09:00:00Z', by: 'ada' }

it('shows flagged creators with their numbers, and marks them as seen', async () => {
  let flags = [
    flag(1, {}),
    flag(2, { measure: 'largest_network', value: 0.94, usual: 0.12, seen }),
    flag(3, { measure: 'burst', value: 220, usual: 4 }),
    flag(4, { measure: 'presses_per_view', value: 2.5, usual: 0.31 }),
  ]
  const sent: unknown[] = []
  const { answer } = await renderApp('/admin/flags', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/flags': () => onePage(flags),
      'POST /api/v1/admin/flags/:id/seen': ({ body }) => {
        sent.push(body)
        flags = flags.slice(1)
        return flag(1, { seen: { ...seen, day: '2026-11-20' } })
      },
    },
  })
  await expect.element(page.getByText('150 presses a network; usual is 1.3')).toBeVisible()
  await expect.element(page.getByText('94% of presses from one network; usual is 12%')).toBeVisible()
  await expect.element(page.getByText(/^Seen up to Nov 12(, 2026)? by @ada/)).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await page.getByRole('button', { name: 'Seen' }).first().click()
  await expect.element(page.getByText('150 presses a network; usual is 1.3')).not.toBeInTheDocument()
  expect(sent).toEqual([{ day: '2026-11-20' }])
  answer({ 'POST /api/v1/admin/flags/:id/seen': () => Promise.reject(refused('version_mismatch')) })
  await page.getByRole('button', { name: 'Seen' }).first().click()
  await expect.element(toast('Not marked as seen')).toBeVisible()
})

it('shows flagged products with links to product and owner', async () => {
  const product = {
    product_id: idOf(8, 1),
    short_link_id: 'brass-lamp-a1b2',
    asin: 'B08N5WRWNW',
    title: 'A brass lamp with a shade of linen, for the corner that is never quite light enough',
    username: 'ben',
    day: '2026-11-20',
    measures: ['limited' as const],
    views: 5,
    limited: 113,
    networks: 1,
    largest: 5,
    seen: null,
    is_seen: false,
  }
  const town = { ...product, product_id: idOf(8, 2), title: '', measures: ['one_network' as const] }
  const looked = { seen: { ...seen, day: '2026-11-20' }, is_seen: true }
  const sent: unknown[] = []
  let items: ClickFlag[] = [product, { ...town, views: 50, limited: 1, largest: 47 }]
  await renderApp('/admin/flags', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/flags': () => onePage([]),
      'GET /api/v1/admin/click-flags': () => ({ items }),
      'POST /api/v1/admin/click-flags/:id/seen': ({ body }) => {
        sent.push(body)
        items = items.toReversed().map((one) => (one === product ? { ...product, ...looked } : one))
        return { ...product, ...looked }
      },
    },
  })
  await page.getByText('Products', { exact: true }).click()
  await expect.element(page.getByText('113 of 118 views limited')).toBeVisible()
  await expect.element(page.getByText('94% of views from one network')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Amazon item B08N5WRWNW' }))
    .toHaveAttribute('href', '/l/brass-lamp-a1b2')
  await expect.element(page.getByRole('link', { name: '@ben' }).first()).toHaveAttribute('href', '/ben')
  expect(fitsItsWidth()).toBe(true)
  expect(await flawsOf()).toEqual([])
  await page.getByRole('button', { name: 'Seen' }).first().click()
  await expect.element(page.getByText(/^Seen up to Nov 20(, 2026)? by @ada/)).toBeVisible()
  expect(sent).toEqual([{ day: '2026-11-20', clicks: 118 }])
  await expect.element(page.getByRole('button', { name: 'Seen' })).toBeVisible()
  expect(await flawsOf()).toEqual([])
})

it('a creator that stands out is suspended from there, with the reason, and let back in', async () => {
  let one = flag(1, {})
  const suspended = (is_suspended: boolean) => {
    one = flag(1, { creator: { ...one.creator, is_suspended } })
    return { outcome: 'changed' as const }
  }
  const { sent } = await renderApp('/admin/flags', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/flags': () => onePage([one]),
      'POST /api/v1/admin/accounts/:id/suspend': () => suspended(true),
      'POST /api/v1/admin/accounts/:id/restore': () => suspended(false),
    },
  })
  const decide = async (label: string, title: string, confirm: string) => {
    await page.getByRole('button', { name: label }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('textbox').fill('One network presses it all.')
    await dialog.getByRole('button', { name: confirm }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await decide('Suspend account', 'Suspend @ben?', 'Suspend')
  expect(sent('POST /api/v1/admin/accounts/:id/suspend')).toMatchObject([
    { input: { params: { id: idOf(1, 1) }, body: { reason: 'One network presses it all.' } } },
  ])
  await expect.element(page.getByText('Suspended', { exact: true })).toBeVisible()
  // Nobody finds the profile of a suspended account.
  await expect.element(page.getByRole('link', { name: '@ben' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Suspend account' })).not.toBeInTheDocument()
  expect(await flawsOf()).toEqual([])
  await decide('Let account back in', 'Let @ben back in?', 'Let in')
  await expect.element(page.getByRole('link', { name: '@ben' })).toBeVisible()
})

it('creators are looked through by keyboard alone: the states, what was seen, and what is decided', async () => {
  const isAway = () => Promise.reject(offline())
  let flags = [flag(1, {}), flag(2, { measure: 'burst', value: 220, usual: 4 })]
  await renderApp('/admin/flags', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/flags': () => onePage(flags),
      'POST /api/v1/admin/flags/:id/seen': () => {
        flags = flags.slice(1)
        return flag(1, { seen: { ...seen, day: '2026-11-20' } })
      },
      // A link on which the focus rests is loaded beforehand.
      'GET /api/v1/profiles/:username': isAway,
      'GET /api/v1/profiles/:username/front': isAway,
      'GET /api/v1/profiles/:username/products': isAway,
    },
  })
  const all = page.getByRole('button', { name: 'All', exact: true })
  await expect.element(page.getByText('150 presses a network; usual is 1.3')).toBeVisible()
  await pressAt(all)
  await expect.element(all).toHaveAttribute('aria-pressed', 'true')
  await expect.element(all).toHaveFocus()
  const suspend = page.getByRole('button', { name: 'Suspend account' }).first()
  await pressAt(suspend)
  await expect.element(page.getByRole('dialog').getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(suspend).toHaveFocus()
  ;(all.element() as HTMLElement).focus()
  await pressAt(page.getByRole('button', { name: 'Seen' }).first())
  await expect.element(page.getByText('150 presses a network; usual is 1.3')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).not.toBe(document.body)
})
