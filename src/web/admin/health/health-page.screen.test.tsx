import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { offline } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline } from '../../testing/samples.ts'
import type { Health } from '../answers.ts'

let wanted = false

const openHealth = (answer: () => Health | Promise<never>) =>
  renderApp('/admin/health', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      'GET /api/v1/admin/health': answer,
      'GET /api/v1/admin/checkpoint-mails': () => ({ wanted }),
      'PUT /api/v1/admin/checkpoint-mails': ({ body }) => {
        wanted = body.wanted
        return { wanted }
      },
    },
  })

const health: Health = {
  looked_at: '2026-11-22T10:00:00.000Z',
  lines: [
    { name: 'database', state: 'ok', says: 'PostgreSQL 18.4, 96 connections free.', todo: null },
    { name: 'restored', state: 'warn', says: 'No backup was ever restored.', todo: 'Try a backup.' },
    {
      name: 'address',
      state: 'fail',
      says: `https://${'very-long-'.repeat(12)}.example cannot be reached.`,
      todo: 'See whether the proxy runs.',
    },
    { name: 'load', state: 'ok', says: 'It refuses nobody.', todo: null },
    { name: 'something_new', state: 'ok', says: 'Fine.', todo: null },
  ],
}

it('what is broken stands first, with what to do (docs/product/admin.md#health)', async () => {
  await openHealth(() => health)
  const headings = page.getByRole('heading', { level: 2 })
  await expect.element(headings.nth(0)).toMatchTextContent('Broken')
  await expect.element(headings.nth(1)).toMatchTextContent('To be looked at')
  await expect.element(headings.nth(2)).toMatchTextContent('In order')
  const broken = page.getByRole('region', { name: 'Broken' }).getByRole('listitem')
  await expect.element(broken).toMatchTextContent('Public address')
  await expect.element(broken).toMatchTextContent('See whether the proxy runs.')
  await expect.element(page.getByText('Load', { exact: true })).toBeVisible()
  await expect.element(page.getByText('something_new')).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
})

it('says when it cannot be loaded, and loads again on Retry (docs/product/admin.md#health)', async () => {
  let isFailing = true
  await openHealth(() => (isFailing ? Promise.reject(offline()) : health))
  await expect.element(page.getByText('Failed to load health')).toBeVisible()
  isFailing = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('PostgreSQL 18.4, 96 connections free.')).toBeVisible()
})

it('an admin begins and ends the mails of checkpoints (docs/product/admin.md#health)', async () => {
  wanted = false
  await openHealth(() => health)
  const mails = page.getByRole('switch', { name: 'Mail me checkpoints' })
  await expect.element(mails).toHaveAttribute('aria-checked', 'false')
  await mails.click()
  await expect.element(mails).toHaveAttribute('aria-checked', 'true')
  await vi.waitFor(() => expect(wanted).toBe(true))
  await mails.click()
  await expect.element(mails).toHaveAttribute('aria-checked', 'false')
  await vi.waitFor(() => expect(wanted).toBe(false))
})
