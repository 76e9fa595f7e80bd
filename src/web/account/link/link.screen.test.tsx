import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { button, field, toastOf } from '../../testing/forms.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { LinkPage } from './link-page.tsx'

const confirm = 'POST /api/v1/provider-links/confirm'

it('/auth/link asks for the mailed code, and goes on with it (docs/product/sign-in.md#providers)', async () => {
  const { sent, answer } = await renderScreen(<LinkPage />, {
    route: '/auth/link#link=secret',
    session: null,
  })
  await expect.element(page.getByRole('heading', { name: 'Enter the code from our mail' })).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})

  await field('Code').fill('1234')
  await button('Continue').click()
  await expect.element(page.getByText('Enter the eight digits of the mail')).toBeVisible()
  expect(sent(confirm)).toEqual([])

  answer({ [confirm]: () => Promise.reject(refused('validation_failed', 'This code is not right.')) })
  await field('Code').fill('1234 5678')
  await button('Continue').click()
  await expect.element(toastOf('This code is not right.')).toBeVisible()
  await expect.element(field('Code')).toHaveAttribute('aria-invalid', 'true')

  answer({ [confirm]: () => ({ address: '#signed-in' }) })
  await button('Continue').click()
  await expect.poll(() => window.location.hash).toBe('#signed-in')
  expect(sent(confirm).map(({ input }) => input.body)).toEqual(
    [1, 2].map(() => ({ link: 'secret', code: '1234 5678' })),
  )
})

it('/auth/link says that it does not work, without a sign-in and once no code works', async () => {
  const { unmount } = await renderScreen(<LinkPage />, { route: '/auth/link', session: null })
  await expect.element(page.getByText('This page does not work any more')).toBeVisible()
  expect(field('Code').elements()).toEqual([])
  expect(await flawsInEveryLook()).toEqual({})
  await unmount()

  const { answer } = await renderScreen(<LinkPage />, { route: '/auth/link#link=secret', session: null })
  answer({ [confirm]: () => Promise.reject(refused('conflict', 'This code does not work any more.')) })
  await field('Code').fill('12345678')
  await button('Continue').click()
  await expect.element(toastOf('This code does not work any more.')).toBeVisible()
  await expect.element(page.getByText('This page does not work any more')).toBeVisible()
})
