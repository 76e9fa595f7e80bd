import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { flawsInEveryLook, flawsOf } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { goWithin, open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person

beforeAll(async () => {
  maya = await signUp(stage.app)
})

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })

type Shown = [address: string, last: string, message?: string]

// Each with what it shows last, and with a form's first message where sending it empty names what is wrong.
const ofVisitors: Shown[] = [
  ['/login', 'Sign up', 'Email is required'],
  ['/signup', 'Terms of Service', 'Email is required'],
  ['/forgot', 'Send reset link', 'Email is required'],
  ['/auth/reset', 'Please open this page from the reset email link.'],
  ['/auth/undo', 'This link does not work'],
  ['/privacy', 'Privacy Policy'],
  ['/nowhere/at/all', 'Oops! Page not found'],
  ['/feed', 'No items yet'],
  ['/terms', 'Terms of Service'],
  ['/ledger/checkpoints', 'Ledger checkpoints'],
]
const ofOwners: Shown[] = [
  ['/auth/reset', 'Current password'],
  ['/inbox', 'Inbox is empty'],
  ['/profile', 'Sign Out'],
  ['/profile/sign-in', 'Turn on'],
  ['/profile/devices', 'This device'],
  ['/profile/notifications', 'Keep quiet at night'],
  ['/profile/data', 'Delete account'],
]

/** The flaws that axe finds on these pages, one after the other. */
async function flawsOn(page: Page, pages: Shown[]): Promise<[string, unknown][]> {
  const found: Record<string, object> = {}
  for (const [address, last, message] of pages) {
    await goWithin(page, address)
    await page.getByText(last).filter({ visible: true }).first().waitFor()
    found[address] = await flawsInEveryLook(page, phone)
    if (!message) continue
    await page.locator('button[type=submit]').click()
    await page.getByText(message).waitFor()
    found[`${address} with what is wrong`] = await flawsOf(page)
  }
  return Object.entries(found).filter(([, flaws]) => Object.keys(flaws).length > 0)
}

describe('WCAG 2.2 AA', () => {
  it('pages of a visitor pass axe in each size and theme', async () => {
    const context = await visitor(stage.browser, stage.app, { viewport: phone })
    // The form that a working link opens is among the owner's, below.
    const page = await open(context, '/auth/reset?token_hash=used&type=recovery')
    await page.getByText('Email link is invalid or has expired').waitFor()
    expect(await flawsInEveryLook(page, phone)).toEqual({})
    expect(await flawsOn(page, ofVisitors)).toEqual([])

    await page.locator('h1').evaluate((heading) => {
      heading.style.color = '#222'
    })
    const found = await flawsInEveryLook(page, phone)
    expect(Object.entries(found)).toEqual([
      ['dark, 390 pixels wide', [['color-contrast', expect.any(String)]]],
    ])
  })

  it('so do those of someone who signed in by keyboard', async () => {
    const page = await open(await visitor(stage.browser, stage.app, { viewport: phone }), '/login')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type(maya.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(maya.password)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Show password')
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe('Forgot password?')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/feed')

    // The focus continues in the main part.
    await navigation(page).getByRole('link', { name: 'My Folio' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'My Folio' }).waitFor()
    await page.locator('main:focus').waitFor()
    await page.getByText('What do you tell everyone').waitFor()
    expect(await flawsInEveryLook(page, phone)).toEqual({})
    expect(await flawsOn(page, ofOwners)).toEqual([])
  })
})
