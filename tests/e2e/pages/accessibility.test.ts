import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { flawsInEveryLook, flawsOf } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'

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
    expect(await flawsInEveryLook(page, phone)).toEqual({})
    await page.locator('h1').evaluate((heading) => {
      heading.style.color = '#222'
    })
    const found = await flawsInEveryLook(page, phone)
    expect(Object.entries(found)).toEqual([
      ['dark, 390 pixels wide', [['color-contrast', expect.any(String)]]],
    ])
  })

  it.each(['/login', '/signup', '/forgot'])(
    '%s has none when it names what is wrong, either',
    async (address) => {
      const page = await open(await visitor(stage.browser, stage.app, { viewport: phone }), address)
      await page.locator('button[type=submit]').click()
      await page.getByText('Email is required').waitFor()
      expect(await flawsOf(page)).toEqual([])
    },
  )

  // With what each of them shows last.
  it.each([
    ['/login', 'Sign up', false],
    ['/signup', 'Terms of Service', false],
    ['/forgot', 'Send reset link', false],
    ['/auth/reset', 'Please open this page from the reset email link.', false],
    ['/auth/reset?token_hash=unused&type=recovery', 'New password', false],
    ['/auth/reset', 'Current password', true],
    ['/terms', 'Terms of Service', false],
    ['/privacy', 'Privacy Policy', false],
    ['/nowhere/at/all', 'Oops! Page not found', false],
    ['/feed', 'No items yet', false],
    ['/my-folio', 'No items yet', true],
    ['/inbox', 'Inbox is empty', true],
    ['/profile', 'This device', true],
  ])('%s has no flaw a machine can find where it shows %s', async (address, last, signedIn) => {
    const context = await visitor(stage.browser, stage.app, {
      viewport: phone,
      ...(signedIn && { as: maya }),
    })
    const page = await open(context, address)
    await page.getByText(last).filter({ visible: true }).first().waitFor()
    expect(await flawsInEveryLook(page, phone)).toEqual({})
  })
})
