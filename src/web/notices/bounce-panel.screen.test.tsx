import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../testing/app.tsx'
import { flawsInEveryLook } from '../testing/flaws.ts'
import { button, toastOf } from '../testing/forms.ts'
import { me } from '../testing/people.ts'

it('says above every page that mails do not arrive, and tells the zone once (docs/product/ways.md#mails-that-do-not-arrive)', async () => {
  const { sent } = await renderApp('/profile', {
    api: {
      'GET /api/v1/me': () => ({ ...me, mails_bounce: true, needs_zone: true }),
      'PUT /api/v1/me/ways/zone': () => undefined,
      'POST /api/v1/me/ways/test-mail': () => undefined,
    },
  })
  await expect.element(page.getByText(/do not arrive, not even those about your sign-in/)).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await button('Send a test mail').click()
  await expect.element(toastOf('A mail is on its way')).toBeVisible()
  expect(sent('PUT /api/v1/me/ways/zone').map(({ input }) => input.body)).toEqual([
    { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, by: 'browser' },
  ])
})
