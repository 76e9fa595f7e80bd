import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Person, signInAgain, signUp } from '../../harness/people.ts'
import { button, field, fill, signIn, toastOf } from '../helpers/forms.ts'
import { flawsInEveryLook, flawsOf } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'
import { openSettings } from './settings.ts'

const stage = setStage()

const browserOf = (person: Person, viewport = phone) =>
  visitor(stage.browser, stage.app, { as: person, viewport })

const signInStatus = async ({ email }: Person, password: string) =>
  (await stage.app.request('POST', '/auth/v1/token?grant_type=password', { body: { email, password } }))
    .status

const statusOfMe = async (token: string) => (await stage.app.request('GET', '/api/v1/me', { token })).status

/** Scrolls to the sessions, which are loaded only then, and waits for them. */
async function sessions(page: Page) {
  const region = page.getByRole('region', { name: 'Where you are signed in' })
  await region.scrollIntoViewIfNeeded()
  await region.getByText('This device').waitFor()
  return region.getByRole('listitem')
}

describe('the sessions of an account', () => {
  it('are listed; one ends alone, all others together or with a new password, and all with the account', async () => {
    const person = await signUp(stage.app)
    const page = await openSettings(await browserOf(person), '/profile/devices')
    await signInAgain(stage.app, person)
    // Newer than the third one, and so before it in the list.
    stage.app.clock.advance(60_000)
    const elsewhere = await open(await browserOf(person), '/my-folio')
    await elsewhere.getByRole('heading', { name: /^What do you tell everyone/ }).waitFor()
    await page.reload()
    const rows = await sessions(page)
    const before = await rows.count()
    expect(await rows.first().textContent()).toContain('This device')
    await rows.nth(1).getByRole('button', { name: /^End/ }).click()
    await toastOf(page, 'Session ended').waitFor()
    expect(await rows.count()).toBe(before - 1)
    await elsewhere.getByRole('link', { name: /^Fashion/ }).click()
    await elsewhere.waitForURL('**/login')
    await signIn(elsewhere, person)
    await elsewhere.waitForURL('**/category/fashion')
    await page.reload()
    expect(await (await sessions(page)).count()).toBe(before)
    // With everything loaded (WCAG 2.2 AA).
    expect(await flawsInEveryLook(page, phone)).toEqual({})

    const first = await signInAgain(stage.app, person)
    await button(page, 'Sign out everywhere else').click()
    await toastOf(page, 'Signed out everywhere else').waitFor()
    expect(await rows.count()).toBe(1)
    expect(await statusOfMe(first.access_token)).toBe(401)
    const second = await signInAgain(stage.app, person)

    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await page.getByRole('link', { name: /^Sign-in/ }).click()
    await button(page, 'Change password').click()
    await button(page, 'Update password').click()
    await page.getByText('Current password is required').waitFor()
    expect(await flawsOf(page)).toEqual([])
    await fill(page, { 'Current password': 'wrong horse', 'New password': person.password })
    await button(page, 'Update password').click()
    await page.getByRole('alert').getByText('Current password is not correct').first().waitFor()
    await fill(page, { 'Current password': person.password })
    await button(page, 'Update password').click()
    const same = 'New password should be different from the old password.'
    await page.getByRole('alert').getByText(same).first().waitFor()
    expect(await signInStatus(person, person.password)).toBe(200)
    await fill(page, { 'New password': 'a better horse' })
    await button(page, 'Update password').click()
    await toastOf(page, 'Password updated.').waitFor()
    expect(await signInStatus(person, person.password)).toBe(400)
    expect(await signInStatus(person, 'a better horse')).toBe(200)
    expect(await statusOfMe(second.access_token)).toBe(401)
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await field(page, 'Username').waitFor()
    await page.getByRole('link', { name: /^Your data/ }).click()

    // The account is deleted after an export, with the username and the password, and all sessions end.
    const started = page.waitForEvent('download')
    await button(page, 'Download my data').click()
    const download = await started
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^folio-export-${person.username}-\\d{4}-\\d\\d-\\d\\d\\.json$`),
    )
    const data = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(data.account).toMatchObject({ id: person.id, email: person.email })

    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    const remove = dialog.getByRole('button', { name: 'Delete account' })
    await button(page, 'Delete account').click()
    await dialog.waitFor()
    expect(await flawsOf(page)).toEqual([])
    await fill(page, { 'Your username': person.username, 'Your password': 'wrong horse' })
    await remove.click()
    await page.getByText('This password is not right.').waitFor()
    await field(page, 'Your password').fill('a better horse')
    await remove.click()
    await toastOf(page, 'Account deleted').waitFor()
    await page.waitForURL('**/login')
    expect(await signInStatus(person, 'a better horse')).toBe(400)
    expect((await fetch(`${stage.app.url}/${person.username}`)).status).toBe(404)
    // Somebody else who signs in here afterwards does not see the page that was left.
    await signIn(page, await signUp(stage.app))
    await page.waitForURL('**/feed')
  })
})
