import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signUp } from '../../harness/people.ts'
import { button, field, fill, toastOf } from '../helpers/forms.ts'
import { gate } from '../helpers/holding.ts'
import { fitsItsWidth, shiftOf, watchShifts } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, phone, visitor } from '../helpers/visitors.ts'
import { openSettings } from './settings.ts'

const stage = setStage()

const settingsOf = async (names: { first?: string; last?: string } = {}) => {
  const person = await signUp(stage.app, names)
  const context = await visitor(stage.browser, stage.app, { as: person })
  return { person, context, page: await openSettings(context) }
}
const save = (page: Page) => button(page, 'Save Changes')
const isSave = (request: Request) => request.method() === 'PATCH' && request.url().endsWith('/api/v1/me')
const me = async (token: string) => (await stage.app.request('GET', '/api/v1/me', { token })).body

describe('spec section 2: /profile', () => {
  it('saves what was changed, and sends nothing else', async () => {
    const { person, page } = await settingsOf()
    expect(await save(page).isDisabled()).toBe(true)
    await fill(page, { 'First name': ' Ana ', Bio: 'Small flat,\nstrong opinions.' })
    const sent = page.waitForRequest(isSave)
    await save(page).click()
    expect((await sent).postDataJSON()).toEqual({ first_name: 'Ana', bio: 'Small flat,\nstrong opinions.' })
    await toastOf(page, 'Profile updated successfully').waitFor()
    expect(await field(page, 'First name').inputValue()).toBe('Ana')
    expect(await save(page).isDisabled()).toBe(true)
    await page.getByRole('link', { name: /^Ana Okafor/ }).waitFor()
    expect(await me(person.token)).toMatchObject({ first_name: 'Ana', last_name: 'Okafor' })
  })

  it('saves once, however often the button is pressed', async () => {
    const { page } = await settingsOf()
    const { opened, open: release } = gate()
    let saves = 0
    await page.route('**/api/v1/me', async (route) => {
      if (!isSave(route.request())) return route.continue()
      saves++
      await opened
      return route.continue()
    })
    await field(page, 'Last name').fill('López')
    await save(page).dblclick()
    await field(page, 'Last name').press('Enter')
    // What is typed meanwhile is not lost with the answer.
    await field(page, 'Bio').fill('Later')
    release()
    await toastOf(page, 'Profile updated successfully').waitFor()
    expect(saves).toBe(1)
    expect(await field(page, 'Bio').inputValue()).toBe('Later')
    expect(await save(page).isDisabled()).toBe(false)
  })

  it('lets two tabs save different fields', async () => {
    const { person, context, page } = await settingsOf()
    const other = await openSettings(context)
    await field(page, 'First name').fill('Ana')
    await save(page).click()
    await toastOf(page, 'Profile updated successfully').waitFor()
    await field(other, 'Bio').fill('From the other tab')
    await save(other).click()
    await toastOf(other, 'Profile updated successfully').waitFor()
    expect(await me(person.token)).toMatchObject({ first_name: 'Ana', bio: 'From the other tab' })
    expect(await field(other, 'First name').inputValue()).toBe('Ana')
  })

  it('shows an address that cannot be changed, and leads to the reset and to the public profile', async () => {
    const { person, page } = await settingsOf()
    expect(await field(page, 'Email').inputValue()).toBe(person.email)
    expect(await field(page, 'Email').getAttribute('readonly')).not.toBeNull()
    await page.getByText('Email cannot be changed').waitFor()
    expect(await page.getByRole('link', { name: 'Reset password' }).getAttribute('href')).toBe('/auth/reset')
    await page.getByRole('link', { name: 'Public Profile' }).click()
    await page.waitForURL(`**/${person.username}`)
  })

  it('names what is missing or too long beside its field, and begins at the first', async () => {
    const { page } = await settingsOf()
    await fill(page, { 'First name': ' ', 'Last name': '', Bio: 'x'.repeat(1_001) })
    await page.getByText('1,001 of 1,000 characters').waitFor()
    await save(page).click()
    for (const message of [
      'First name is required',
      'Last name is required',
      'Use at most 1,000 characters.',
    ])
      await page.getByText(message, { exact: true }).waitFor()
    expect(await field(page, 'First name').evaluate((input) => input === document.activeElement)).toBe(true)
    await field(page, 'First name').fill('Ana')
    expect(await page.getByText('First name is required').count()).toBe(0)
  })
})

describe('spec section 8: failures keep what was typed', () => {
  it.each([
    ['without a network', (page: Page) => page.context().setOffline(true)],
    [
      'when the server cannot',
      (page: Page) =>
        page.route('**/api/v1/me', (route) =>
          route.fulfill({ status: 500, json: { code: 'internal_error', message: 'Broken' } }),
        ),
    ],
  ])('%s', async (_, fail) => {
    const { page } = await settingsOf()
    await page.waitForLoadState('networkidle')
    await fail(page)
    await field(page, 'Bio').fill('A long thought')
    await save(page).click()
    const toast = toastOf(page, 'Failed to update profile')
    await toast.waitFor()
    expect(await toast.textContent()).toContain('Error')
    expect(await field(page, 'Bio').inputValue()).toBe('A long thought')
    expect(await save(page).isDisabled()).toBe(false)
  })

  it('puts the server’s words beside the field they are about', async () => {
    const { page } = await settingsOf()
    const other = await signUp(stage.app)
    await field(page, 'Username').fill('soon-taken')
    await page.getByText('Username is available.').waitFor()
    const body = { username: 'soon-taken' }
    await stage.app.request('PATCH', '/api/v1/me', { token: other.token, body })
    await save(page).click()
    await toastOf(page, 'Failed to update profile').waitFor()
    await page.getByText('Username is already taken.').waitFor()
    expect(await field(page, 'Username').inputValue()).toBe('soon-taken')
    expect(await page.locator('input:focus').inputValue()).toBe('soon-taken')
  })

  it('says that the profile could not be loaded, and tries again', async () => {
    const person = await signUp(stage.app)
    const context = await visitor(stage.browser, stage.app, { as: person })
    await context.route('**/api/v1/me', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal_error', message: 'Broken' } }),
    )
    const page = await open(context, '/profile')
    await page.getByText('Failed to load profile').waitFor()
    await context.unroute('**/api/v1/me')
    await button(page, 'Retry').click()
    await field(page, 'Username').waitFor()
  })
})

describe('unsaved changes', () => {
  it('are not lost by a link without being asked', async () => {
    const { person, page } = await settingsOf()
    await field(page, 'Bio').fill('Unsaved')
    const link = page.getByRole('link', { name: 'Public Profile' })
    await link.click()
    await page.getByRole('alertdialog', { name: 'Discard your changes?' }).waitFor()
    await button(page, 'Keep editing').click()
    expect(addressOf(page)).toBe('/profile')
    expect(await field(page, 'Bio').inputValue()).toBe('Unsaved')
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    await link.click()
    await button(page, 'Discard').click()
    await page.waitForURL(`**/${person.username}`)
  })

  it('are asked about when the tab is closed', async () => {
    const { page } = await settingsOf()
    await field(page, 'Bio').pressSequentially('Unsaved')
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await question).type()).toBe('beforeunload')
    await (await question).accept()
  })

  it('are asked about before signing out', async () => {
    const { page } = await settingsOf()
    await field(page, 'Bio').fill('Unsaved')
    await button(page, 'Sign Out').click()
    await page.getByRole('alertdialog').waitFor()
    await button(page, 'Discard').click()
    await toastOf(page, 'Signed out successfully').waitFor()
    await page.waitForURL('**/login')
  })

  it('are none after a save, and none when what was typed is taken back', async () => {
    const { person, page } = await settingsOf()
    await field(page, 'Bio').fill('Saved')
    await save(page).click()
    await toastOf(page, 'Profile updated successfully').waitFor()
    await field(page, 'Bio').fill('Other')
    await field(page, 'Bio').fill('Saved')
    await page.getByRole('link', { name: 'Public Profile' }).click()
    await page.waitForURL(`**/${person.username}`)
    await page.getByText('Saved').waitFor()
  })
})

describe('layout of /profile', () => {
  it('keeps its place while it loads', async () => {
    const person = await signUp(stage.app)
    const context = await visitor(stage.browser, stage.app, { as: person, viewport: phone })
    const page = await context.newPage()
    await watchShifts(page)
    const { opened, open: release } = gate()
    await page.route('**/api/v1/me', async (route) => {
      await opened
      await route.continue()
    })
    await page.goto('/profile')
    await page.locator('.skeleton').first().waitFor()
    release()
    await field(page, 'Username').waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.01)
  })

  it('holds the longest names, bios and addresses', async () => {
    const person = await signUp(stage.app, { first: 'W'.repeat(100), last: 'M'.repeat(100) })
    const body = { bio: 'W'.repeat(1_000) }
    await stage.app.request('PATCH', '/api/v1/me', { token: person.token, body })
    const page = await openSettings(await visitor(stage.browser, stage.app, { as: person, viewport: phone }))
    expect(await fitsItsWidth(page)).toBe(true)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await fitsItsWidth(page)).toBe(true)
  })
})
