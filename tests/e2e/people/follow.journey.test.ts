import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { followCall, hold, profileFor } from '../helpers/follows.ts'
import { button, toastOf } from '../helpers/forms.ts'
import { holdScripts } from '../helpers/holding.ts'
import { flawsOf, shiftOf, watchShifts } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { goWithin, open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
let theo: Person

beforeEach(async () => {
  maya = await signUp(stage.app)
  theo = await signUp(stage.app, { first: 'Theo', last: 'Lindqvist' })
})

const openAs = async (as: Person, address: string) =>
  open(await visitor(stage.browser, stage.app, { as }), address)
const followers = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const profileCall = '**/api/v1/profiles/*'

describe('Follow on a profile (docs/product/people.md#following)', () => {
  it('checks, follows and unfollows at once, with one call each, and keeps the focus', async () => {
    const page = await (await visitor(stage.browser, stage.app, { as: maya, viewport: phone })).newPage()
    await watchShifts(page)
    const check = await hold(page, profileCall)
    const letScriptsRun = await holdScripts(page)
    await page.goto(`/${theo.username}`, { waitUntil: 'commit' })
    await button(page, 'Loading...').waitFor()
    letScriptsRun()
    await page.getByRole('button', { name: 'Loading...', disabled: true }).waitFor()
    check.release()
    await button(page, 'Follow').waitFor()
    // The same button has another text.
    expect(await shiftOf(page)).toBeLessThan(0.001)

    const call = await hold(page, followCall)
    await button(page, 'Follow').dblclick()
    await followers(page, '1 follower')
    expect(await button(page, 'Following').getAttribute('aria-disabled')).toBe('true')
    await button(page, 'Following').click({ force: true })
    expect(await page.getByRole('menu').count()).toBe(0)
    call.release()
    await toastOf(page, 'Following').waitFor()
    expect(call.calls).toBe(1)
    expect(await profileFor(stage.app, maya, theo)).toMatchObject({ is_following: true, followers_count: 1 })
    expect(await flawsOf(page)).toEqual([])

    await page.locator('button:focus', { hasText: 'Following' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Unfollow' }).waitFor()
    await page.keyboard.press('Enter')
    await toastOf(page, 'Unfollowed').waitFor()
    await followers(page, '0 followers')
    await page.locator('button:focus', { hasText: 'Follow' }).waitFor()
    expect(call.calls).toBe(2)
    expect(await profileFor(stage.app, maya, theo)).toMatchObject({ is_following: false, followers_count: 0 })
  })
})

describe('two people in two browsers', () => {
  /** What a browser does when someone comes back to its tab. */
  const comeBack = (page: Page) =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

  it('follow each other, and each sees it without a reload', async () => {
    const [hers, his] = await Promise.all([
      openAs(maya, `/${maya.username}`),
      (async () => {
        const page = await (await visitor(stage.browser, stage.app, { as: theo })).newPage()
        await page.clock.install()
        await page.goto(`/${theo.username}`)
        return page
      })(),
    ])
    await followers(his, '0 followers')
    await followers(hers, '0 followers')

    await goWithin(hers, `/${theo.username}`)
    await button(hers, 'Follow').click()
    await toastOf(hers, 'Following').waitFor()
    await his.clock.fastForward(21_000)
    await followers(his, '1 follower')

    await goWithin(hers, `/${maya.username}`)
    await followers(hers, '1 following')
    await goWithin(his, `/${maya.username}`)
    await button(his, 'Follow').click()
    await toastOf(his, 'Following').waitFor()
    await comeBack(hers)
    await followers(hers, '1 follower')
  })
})
