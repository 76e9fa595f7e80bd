import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { button, field, fill, toastOf } from '../helpers/forms.ts'
import { shiftOf, watchShifts } from '../helpers/looks.ts'
import { addressOf, open, visitor } from '../helpers/visitors.ts'
import { linkIn, setRecoveryStage } from './recovery-stage.ts'

const stage = setRecoveryStage()
let maya: Person

beforeAll(async () => {
  maya = await signUp(stage.app)
})

const send = (page: Page) => button(page, 'Send reset link')
const waiting = (page: Page) => page.getByRole('button', { name: /^Resend in \d+s$/ })
const said = 'If an account exists for that email, we’ve sent a reset link.'

async function ask(page: Page, email: string) {
  await fill(page, { Email: email })
  await send(page).click()
}

describe('/forgot (docs/product/reset.md#forgot-password)', () => {
  it('is reached from sign-in with the typed address, which is not in the URL', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/login')
    await fill(page, { Email: maya.email })
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.waitForURL('**/forgot')
    await expect.poll(() => field(page, 'Email').inputValue()).toBe(maya.email)
    expect(addressOf(page)).toBe('/forgot')
    await page.reload()
    await expect.poll(() => field(page, 'Email').inputValue()).toBe(maya.email)
    await fill(page, { Email: 'other@example.com' })
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => field(page, 'Email').inputValue()).toBe('other@example.com')
  })

  it('moves nothing on the page, and mails a link that leads to a new password', async () => {
    const page = await (await visitor(stage.browser, stage.app)).newPage()
    await watchShifts(page)
    await page.goto('/forgot')
    await ask(page, ` ${maya.email} `)
    await toastOf(page, 'Check your email').getByText(said).waitFor()
    await waiting(page).waitFor()
    await page.reload()
    await waiting(page).waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.001)
    const link = linkIn((await stage.smtp.mailTo(maya.email)).text ?? '')
    expect(link).toMatch(/^\/auth\/reset\?token_hash=[\w-]+&type=recovery$/)
    await page.goto(link)
    await field(page, 'New password').waitFor()
  })
})

describe('resend cooldown (docs/product/reset.md#resend-cooldown)', () => {
  it('counts down for 60 s, through a reload and in other tabs, and then allows another request', async () => {
    const context = await visitor(stage.browser, stage.app)
    await context.clock.install()
    const page = await open(context, '/forgot')
    await ask(page, 'again@example.com')
    await page.getByRole('button', { name: 'Resend in 60s' }).waitFor()
    expect(await waiting(page).isDisabled()).toBe(true)
    await context.clock.fastForward(10_000)
    await page.getByRole('button', { name: /^Resend in (50|49)s$/ }).waitFor()

    await page.reload()
    await waiting(page).waitFor()
    const other = await open(context, '/forgot')
    await waiting(other).waitFor()
    await fill(other, { Email: 'again@example.com' })
    await field(other, 'Email').press('Enter')
    expect(await waiting(other).isDisabled()).toBe(true)

    await context.clock.fastForward(51_000)
    await send(page).waitFor()
    await send(other).waitFor()
    expect(await send(page).isEnabled()).toBe(true)
  })
})
