import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { button } from '../../testing/forms.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { StopPage } from './stop-page.tsx'

const check = 'POST /api/v1/mail-stops/check'
const use = 'POST /api/v1/mail-stops/use'
const text = (words: string | RegExp) => page.getByText(words)

const renderLink = (route = '/auth/stop#token') =>
  renderScreen(<StopPage />, {
    route,
    session: null,
    api: {
      [check]: () => ({ kind: 'followed', is_on: true }),
      [use]: ({ body }) => ({ kind: 'followed', is_on: body.is_on ?? false }),
    },
  })

it('stops mails by a press and no sooner, and sends them again (docs/product/ways.md#stopping-without-signing-in)', async () => {
  const { sent } = await renderLink()
  await expect.element(text(/You get mails about/)).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  expect(sent(use)).toEqual([])
  await button('Stop these mails').click()
  await expect.element(text('You get no more mails about “New followers”.')).toBeVisible()
  await button('Send them again').click()
  await expect.element(button('Stop these mails')).toBeVisible()
  expect(sent(use).map(({ input }) => input.body)).toEqual([
    { token: 'token', is_on: false },
    { token: 'token', is_on: true },
  ])
})

it('says that a link does not work, asks nobody without one, and can be tried again', async () => {
  const { sent, unmount } = await renderLink('/auth/stop')
  await expect.element(text('This link does not work')).toBeVisible()
  expect(sent(check)).toEqual([])
  await unmount()
  const { answer } = await renderLink()
  await expect.element(button('Stop these mails')).toBeVisible()
  answer({ [use]: () => Promise.reject(refused('internal_error')) })
  await button('Stop these mails').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
})
