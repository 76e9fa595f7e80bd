import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { flawsInEveryLook, flawsOf } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { goTo, open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person

beforeAll(async () => {
  maya = await signUp(stage.app)
})

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })

describe('keyboard', () => {
  it('goes on in the main part after a page change', async () => {
    const page = await open(await visitor(stage.browser, stage.app, { as: maya }), '/feed')
    await navigation(page).getByRole('link', { name: 'My Folio' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'My Folio' }).waitFor()
    await page.locator('main:focus').waitFor()
  })

  it('signs in without a pointer', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/login')
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
  })
})

describe('WCAG 2.2 AA', () => {
  it('is asked for in each look: what only one of them has is found', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/terms')
    await page.locator('h1').evaluate((heading) => {
      heading.style.color = '#222'
    })
    const found = await flawsInEveryLook(page, phone)
    expect(Object.entries(found)).toEqual([
      ['dark, 390 pixels wide', [['color-contrast', expect.any(String)]]],
    ])
  })

  // Each with what it shows last, and with a form's first message where sending it empty names what is wrong.
  it.each<[string, boolean, [address: string, last: string, message?: string][]]>([
    [
      'a visitor',
      false,
      [
        ['/login', 'Sign up', 'Email is required'],
        ['/signup', 'Terms of Service', 'Email is required'],
        ['/forgot', 'Send reset link', 'Email is required'],
        ['/auth/reset', 'Please open this page from the reset email link.'],
        ['/auth/reset?token_hash=unused&type=recovery', 'New password'],
        ['/terms', 'Terms of Service'],
        ['/privacy', 'Privacy Policy'],
        ['/nowhere/at/all', 'Oops! Page not found'],
        ['/feed', 'No items yet'],
      ],
    ],
    [
      'someone signed in',
      true,
      [
        ['/auth/reset', 'Current password'],
        ['/my-folio', 'No items yet'],
        ['/inbox', 'Inbox is empty'],
        ['/profile', 'This device'],
      ],
    ],
  ])('pages of %s have no flaw a machine can find', async (_, signedIn, pages) => {
    const as = signedIn ? maya : undefined
    const context = await visitor(stage.browser, stage.app, { viewport: phone, as })
    const page = await context.newPage()
    const found: Record<string, unknown> = {}
    for (const [address, last, message] of pages) {
      await goTo(page, address)
      await page.getByText(last).filter({ visible: true }).first().waitFor()
      found[address] = await flawsInEveryLook(page, phone)
      if (!message) continue
      await page.locator('button[type=submit]').click()
      await page.getByText(message).waitFor()
      found[`${address} with what is wrong`] = await flawsOf(page)
    }
    const flawed = Object.entries(found).filter(([, flaws]) => Object.keys(flaws as object).length > 0)
    expect(flawed).toEqual([])
  })
})
