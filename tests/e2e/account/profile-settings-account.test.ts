import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Person, signInAgain, signUp } from '../../harness/people.ts'
import { button, field, fill, hasFocus, signIn, toastOf } from '../helpers/forms.ts'
import { gate } from '../helpers/holding.ts'
import { flawsInEveryLook, flawsOf } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'
import { openSettings } from './settings.ts'

const stage = setStage()

const browserOf = (person: Person, viewport = phone) =>
  visitor(stage.browser, stage.app, { as: person, viewport })

async function settings() {
  const person = await signUp(stage.app)
  return { person, page: await openSettings(await browserOf(person)) }
}

/** The same, of somebody who is signed in elsewhere too, with the token of that session. */
async function settingsOfTwoSessions() {
  const person = await signUp(stage.app)
  const { access_token } = await signInAgain(stage.app, person)
  return { person, token: access_token, page: await openSettings(await browserOf(person)) }
}

const signInStatus = async ({ email }: Person, password: string) =>
  (await stage.app.request('POST', '/auth/v1/token?grant_type=password', { body: { email, password } }))
    .status

/** Scrolls to the sessions, which are asked for only then, and waits for them. */
async function places(page: Page) {
  const region = page.getByRole('region', { name: 'Where you are signed in' })
  await region.scrollIntoViewIfNeeded()
  await region.getByText('This device').waitFor()
  return region.getByRole('listitem')
}

describe('where one is signed in', () => {
  it('lists the places, and ends one, which is then left at its next call', async () => {
    const { person, page } = await settings()
    await signInAgain(stage.app, person)
    // Later than that third one, and so before it in the list.
    stage.app.clock.advance(60_000)
    const elsewhere = await open(await browserOf(person), '/my-folio')
    await elsewhere.getByRole('heading', { name: 'No items yet' }).waitFor()
    await page.reload()
    const rows = await places(page)
    const before = await rows.count()
    expect(await rows.first().textContent()).toContain('This device')
    await rows.nth(1).getByRole('button', { name: /^End/ }).click()
    await toastOf(page, 'Session ended').waitFor()
    expect(await rows.count()).toBe(before - 1)
    await elsewhere.getByRole('link', { name: /^Fashion/ }).click()
    await elsewhere.waitForURL('**/login')
    await page.reload()
    await field(page, 'Username').waitFor()
    expect(await (await places(page)).count()).toBe(before - 1)
  })

  it('says when one could not be ended, and leaves it', async () => {
    const { page } = await settingsOfTwoSessions()
    const rows = await places(page)
    const before = await rows.count()
    await page.route('**/api/v1/me/sessions/*', (route) => route.abort())
    await rows.nth(1).getByRole('button', { name: /^End/ }).click()
    await toastOf(page, 'Failed to end the session. Please try again.').waitFor()
    expect(await rows.count()).toBe(before)
  })

  it('signs out everywhere else at once', async () => {
    const { page, token } = await settingsOfTwoSessions()
    const rows = await places(page)
    await button(page, 'Sign out everywhere else').click()
    await toastOf(page, 'Signed out everywhere else').waitFor()
    expect(await rows.count()).toBe(1)
    expect((await stage.app.request('GET', '/api/v1/me', { token })).status).toBe(401)
    await page.reload()
    await field(page, 'Username').waitFor()
  })

  it('says when they could not be loaded, and tries again', async () => {
    const person = await signUp(stage.app)
    const context = await browserOf(person)
    await context.route('**/api/v1/me/sessions', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal_error', message: 'Broken' } }),
    )
    const page = await openSettings(context)
    const region = page.getByRole('region', { name: 'Where you are signed in' })
    await region.scrollIntoViewIfNeeded()
    await region.getByText('Failed to load where you are signed in').waitFor()
    await context.unroute('**/api/v1/me/sessions')
    await button(page, 'Retry').click()
    await region.getByText('This device').waitFor()
  })
})

describe('changing the password', () => {
  it('takes the current one and a new one, and ends the other sessions', async () => {
    const { person, page, token } = await settingsOfTwoSessions()
    await button(page, 'Change password').click()
    await page.locator('input[name=current_password]:focus').waitFor()
    await fill(page, { 'Current password': person.password, 'New password': 'a better horse' })
    await page.getByText('Password strength: Strong', { exact: true }).waitFor()
    await button(page, 'Update password').dblclick()
    await toastOf(page, 'Password updated.').waitFor()
    await button(page, 'Change password').and(page.locator(':focus')).waitFor()
    expect(await signInStatus(person, person.password)).toBe(400)
    expect(await signInStatus(person, 'a better horse')).toBe(200)
    expect((await stage.app.request('GET', '/api/v1/me', { token })).status).toBe(401)
    await page.reload()
    await field(page, 'Username').waitFor()
  })

  it.each([
    ['Current password', 'wrong horse', 'a better horse', 'Current password is not correct'],
    [
      'New password',
      'correct horse',
      'correct horse',
      'New password should be different from the old password.',
    ],
  ])('says beside %s what the server says', async (label, current, next, message) => {
    const { person, page } = await settings()
    await button(page, 'Change password').click()
    await fill(page, { 'Current password': current, 'New password': next })
    await button(page, 'Update password').click()
    await page.getByRole('alert').getByText(message).first().waitFor()
    expect(await field(page, label).getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'New password').inputValue()).toBe(next)
    expect(await signInStatus(person, person.password)).toBe(200)
  })

  it('names what is missing or too short without asking the server', async () => {
    const { page } = await settings()
    await button(page, 'Change password').click()
    await field(page, 'New password').fill('1234567')
    await button(page, 'Update password').click()
    await page.getByText('Current password is required').waitFor()
    await page.getByText('Use at least 8 characters.').waitFor()
    expect(await flawsOf(page)).toEqual([])
  })

  it('leads to a reset link where there is no password', async () => {
    const person = await signUp(stage.app)
    const context = await browserOf(person)
    await context.route('**/api/v1/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), has_password: false } })
    })
    const page = await openSettings(context)
    await page.getByText('You sign in without a password.').waitFor()
    expect(await button(page, 'Change password').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'send yourself a reset link' }).getAttribute('href')).toBe(
      '/forgot',
    )
  })
})

describe('one’s own data', () => {
  it('comes as a JSON file', async () => {
    const { person, page } = await settings()
    const started = page.waitForEvent('download')
    await button(page, 'Download my data').click()
    const download = await started
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^${person.username}-\\d{4}-\\d\\d-\\d\\d\\.json$`),
    )
    const data = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(data.account).toMatchObject({ id: person.id, email: person.email })
  })

  it('says when it could not be had', async () => {
    const { page } = await settings()
    await page.route('**/api/v1/me/export', (route) => route.abort())
    await button(page, 'Download my data').click()
    await toastOf(page, 'Failed to download your data. Please try again.').waitFor()
  })
})

describe('deleting the account', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' })
  const remove = (page: Page) => dialog(page).getByRole('button', { name: 'Delete account' })

  it('asks for the username and the password, then ends everything', async () => {
    const { person, page } = await settings()
    await button(page, 'Delete account').click()
    await dialog(page).waitFor()
    await field(page, 'Your username').fill(person.username.slice(1))
    expect(await remove(page).isDisabled()).toBe(true)
    await field(page, 'Your username').press('Enter')
    await page.getByText('This is not your username.').waitFor()
    await page.getByText('Password is required').waitFor()
    await fill(page, { 'Your username': person.username, 'Your password': 'wrong horse' })
    expect(await page.getByText('This is not your username.').count()).toBe(0)
    await remove(page).click()
    await page.getByText('This password is not right.').waitFor()
    await field(page, 'Your password').fill(person.password)
    await remove(page).dblclick()
    await toastOf(page, 'Account deleted').waitFor()
    await page.waitForURL('**/login')
    expect(await signInStatus(person, person.password)).toBe(400)
    expect((await fetch(`${stage.app.url}/${person.username}`)).status).toBe(404)
    // Someone else who signs in here afterwards does not end up on the page that was left.
    await signIn(page, await signUp(stage.app))
    await page.waitForURL('**/feed')
  })

  it('says what goes and what stays, and does nothing when it is cancelled', async () => {
    const { person, page } = await settings()
    await button(page, 'Delete account').click()
    for (const text of [
      'Your products. Your short links stop working.',
      'Records of earnings, without your name.',
      `The username ${person.username} is never given to anyone else.`,
    ])
      await dialog(page).getByText(text).waitFor()
    expect(await flawsOf(page)).toEqual([])
    await button(page, 'Cancel').click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(await hasFocus(page, 'Delete account')).toBe(true)
    expect(await signInStatus(person, person.password)).toBe(200)
  })

  it('stays open while it is under way, and says when it failed', async () => {
    const { person, page } = await settings()
    const { opened, open: release } = gate()
    await page.route('**/api/v1/me', async (route) => {
      await opened
      await route.abort()
    })
    await button(page, 'Delete account').click()
    await fill(page, { 'Your username': person.username, 'Your password': person.password })
    await remove(page).click()
    await page.keyboard.press('Escape')
    expect(await dialog(page).count()).toBe(1)
    release()
    await toastOf(page, 'Failed to delete your account. Please try again.').waitFor()
    expect(await field(page, 'Your password').inputValue()).toBe(person.password)
  })
})

describe('WCAG 2.2 AA', () => {
  it('has no flaw a machine can find with everything loaded, light and dark', async () => {
    const { page } = await settings()
    await places(page)
    expect(await flawsInEveryLook(page, phone)).toEqual({})
  })
})
