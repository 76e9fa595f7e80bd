import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { securityEventNames } from '../../../shared/sign-in/security-events.ts'
import { renderApp } from '../../testing/app.tsx'
import { offline } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook, flawsOf } from '../../testing/flaws.ts'
import { pressAt } from '../../testing/keys.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, onePage } from '../../testing/samples.ts'
import type { SecurityEvent } from '../answers.ts'

const call = 'GET /api/v1/admin/security-events'

const event = (name: SecurityEvent['name'], rest: Partial<SecurityEvent> = {}): SecurityEvent => ({
  name,
  kind: 'act',
  last_24_hours: 1,
  last_7_days: 12,
  last_30_days: 1234,
  last_at: '2026-11-22T10:00:00.000Z',
  ...rest,
})

const openSecurity = (answer: () => { items: SecurityEvent[] } | Promise<never>, at = '/admin/security') =>
  renderApp(at, {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      'GET /api/v1/admin/tracking-ids': () => onePage([]),
      [call]: answer,
    },
  })
const table = (name: string) => page.getByRole('table', { name })

it('security events are counted, what was refused apart from what was done', async () => {
  const refusals = ['refresh_token_reused', 'sign_in_failed'] as const
  const items = [
    ...refusals.map((name) => event(name, { kind: 'refusal', last_24_hours: 1_234_567 })),
    event('sign_in'),
  ]
  await openSecurity(() => ({ items }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  const refused = table('Refused').getByRole('row')
  await expect.element(refused.nth(1)).toMatchTextContent('Refresh tokens reused by somebody else')
  await expect.element(refused.nth(2)).toMatchTextContent('Failed sign-ins')
  await expect.element(refused.nth(2)).toMatchTextContent('1,234,567')
  await expect.element(table('Done').getByRole('row').nth(1)).toMatchTextContent('Sign-ins')
  expect(await flawsInEveryLook()).toEqual({})
})

it('each event has words, and the page is reached by keyboard', async () => {
  await page.viewport(390, 844)
  await openSecurity(() => ({ items: securityEventNames.map((name) => event(name)) }), '/admin/tracking-ids')
  await pressAt(page.getByRole('button', { name: 'System' }))
  await pressAt(page.getByRole('link', { name: 'Security', exact: true }))
  await expect.element(table('Done')).toBeVisible()
  expect(table('Done').getByRole('row').elements()).toHaveLength(securityEventNames.length + 1)
  expect(table('Done').element().textContent).not.toContain('_')
  await expect.element(page.getByText('Nothing was refused in 30 days.')).toBeVisible()
  expect(fitsItsWidth()).toBe(true)
})

it('security events say that there are none, and try again where they could not be loaded', async () => {
  const { answer } = await openSecurity(() => Promise.reject(offline()))
  await expect.element(page.getByText('Failed to load security events')).toBeVisible()
  expect(await flawsOf()).toEqual([])
  answer({ [call]: () => ({ items: [] }) })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nothing in 30 days' })).toBeVisible()
  expect(await flawsOf()).toEqual([])
})
