import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { authError } from '../../../identity/errors.ts'
import { renderApp } from '../../testing/app.tsx'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { button, field, fill, toastOf } from '../../testing/forms.ts'
import { me } from '../../testing/people.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { appId, factor, person, sessionOf, sessionWith } from '../../testing/session.ts'
import { answerWire, sentByWire } from '../../testing/wire.ts'
import { LoginPage } from '../sign-in/login-page.tsx'
import { openSignIn } from '../testing/settings.tsx'

const lost = 'POST /auth/v1/factors/lost'
const keep = 'DELETE /auth/v1/factors/lost'
const dropsAt = '2026-12-05T12:00:00.000Z'
const api = { 'GET /api/v1/me': () => ({ ...me, steps_drop_at: dropsAt }) }

async function askAtSignIn() {
  answerWire({ 'POST /auth/v1/token': () => sessionWith('aal1'), 'GET /auth/v1/reauthenticate': () => ({}) })
  await renderScreen(<LoginPage />, { route: '/login', session: null })
  await fill({ Email: person.email, Password: 'correct horse' })
  await button('Log in').click()
  await button('I have lost all of these').click()
  await expect
    .element(page.getByText('your passkeys, apps and recovery codes go after seven days'))
    .toHaveFocus()
  expect(field('Code').elements()).toEqual([])
}

async function leave() {
  answerWire({ 'POST /auth/v1/logout': () => undefined })
  await button('Sign in as someone else').click()
  await expect.element(button('Log in')).toBeVisible()
}

describe('asking that what is lost goes (docs/product/sign-in.md#lost-phone)', () => {
  it('takes a mailed code, says when it goes, and leaves the step to whoever finds the phone', async () => {
    await askAtSignIn()
    expect(await flawsInEveryLook()).toEqual({})
    await button('Mail me a code').click()
    await expect.element(field('Mailed code')).toHaveFocus()
    expect(await flawsInEveryLook()).toEqual({})
    answerWire({
      [lost]: () => {
        throw authError('reauthentication_not_valid')
      },
    })
    await field('Mailed code').fill('00000000')
    await button('Let them go').click()
    await expect.element(field('Mailed code')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(toastOf('This code is wrong or has expired.')).toBeVisible()

    answerWire({ [lost]: () => ({ drops_at: dropsAt }) })
    await field('Mailed code').fill('12345678')
    await button('Let them go').click()
    await expect.element(page.getByText('go on December 5, 2026')).toHaveFocus()
    await expect.element(field('Code')).toBeVisible()
    expect(button('I have lost all of these').elements()).toEqual([])
    expect(await flawsInEveryLook()).toEqual({})
    expect(sentByWire(lost).map(({ body }) => body)).toEqual([{ nonce: '00000000' }, { nonce: '12345678' }])
    await leave()
  })

  it('says that the sign-in is too old, and goes back to the code', async () => {
    await askAtSignIn()
    await button('Mail me a code').click()
    answerWire({
      [lost]: () => {
        throw authError('reauthentication_needed')
      },
    })
    await field('Mailed code').fill('12345678')
    await button('Let them go').click()
    await expect.element(toastOf('Please sign out and in again with your password.')).toBeVisible()
    await button('I still have one of these').click()
    await expect.element(field('Code')).toBeVisible()
    await leave()
  })
})

describe('while they are to go', () => {
  it('says so above each page, and leads to where they are kept', async () => {
    const { router } = await renderApp('/earnings/details', { api })
    const told = page.getByRole('alert').filter({ hasText: 'your phone is lost' })
    await expect.element(told.getByText('will be removed on December 5, 2026')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    answerWire({ 'GET /auth/v1/user': () => sessionOf(person).user })
    await page.getByRole('link', { name: 'Keep them' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/profile/sign-in')
    await expect.element(page.getByRole('heading', { name: 'Two-step verification' })).toBeInViewport()
  })

  it('keeps them in the profile, and says when that failed', async () => {
    answerWire({
      'GET /auth/v1/user': () => ({ ...sessionOf(person).user, factors: [factor(appId, 'totp')] }),
      [keep]: () => {
        throw authError('reauthentication_not_valid')
      },
    })
    const { answer } = await openSignIn({ steps_drop_at: dropsAt })
    await expect.element(page.getByText('Until your passkeys and apps go')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await button('Keep them').click()
    await expect.element(toastOf('They were not kept')).toBeVisible()

    answerWire({ [keep]: () => ({ drops_at: null }) })
    answer({ 'GET /api/v1/me': () => me })
    await button('Keep them').click()
    await expect.element(toastOf('Your passkeys and apps stay')).toBeVisible()
    await expect.element(page.getByText('Until your passkeys and apps go')).not.toBeInTheDocument()
  })
})
