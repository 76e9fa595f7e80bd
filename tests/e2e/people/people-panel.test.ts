import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { follow, followCall, followMany, hold, makeTopCreators, profileFor } from '../helpers/follows.ts'
import { button, toastOf } from '../helpers/forms.ts'
import { flawsOf } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { open, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
let theo: Person
let ines: Person
let kofi: Person
let sora: Person
let lena: Person

beforeAll(async () => {
  const names = [
    ['Theo', 'Lindqvist'],
    ['Inés', 'Duarte'],
    ['Kofi', 'Mensah'],
    ['Sora', 'Kim'],
    ['Lena', 'Vogt'],
  ]
  const people = await Promise.all(names.map(([first, last]) => signUp(stage.app, { first, last })))
  ;[theo, ines, kofi, sora, lena] = people as [Person, Person, Person, Person, Person]
  await makeTopCreators(stage.app, [kofi, sora, lena])
})
/** Somebody new, who follows Theo, and Inés since. */
beforeEach(async () => {
  maya = await signUp(stage.app)
  await follow(stage.app, maya, theo)
  await follow(stage.app, maya, ines)
})

const openFeed = async (as: Person = maya) => open(await visitor(stage.browser, stage.app, { as }), '/feed')
const panelOf = (page: Page) => page.getByRole('region', { name: 'People', exact: true })
const head = (page: Page, count: number) => button(page, `Following ${count}`)
const namesIn = (page: Page, list: string) =>
  panelOf(page).getByRole('list', { name: list }).getByRole('link').locator('[dir=auto]').allTextContents()
const followed = 'People you follow'
const top = 'Top creators this week'
const isFollowing = async (whom: Person) => (await profileFor(stage.app, maya, whom)).is_following

describe('spec section 2: the people panel', () => {
  it('tells whom one follows, the last first, and this week’s creators; each part folds', async () => {
    const page = await openFeed()
    await head(page, 2).waitFor()
    await button(page, 'Follow Kofi Mensah').waitFor()
    expect(await namesIn(page, followed)).toEqual(['Inés Duarte', 'Theo Lindqvist'])
    expect(await namesIn(page, top)).toEqual(['Kofi Mensah', 'Sora Kim', 'Lena Vogt'])
    expect(await flawsOf(page)).toEqual([])

    await button(page, followed).click()
    expect(await page.getByRole('list', { name: followed }).count()).toBe(0)
    await head(page, 2).click()
    expect(await head(page, 2).getAttribute('aria-expanded')).toBe('false')
    expect(await page.getByRole('list', { name: top }).count()).toBe(0)
    await head(page, 2).click()
    await page.getByRole('link', { name: 'Kofi Mensah' }).click()
    await page.waitForURL(`**/${kofi.username}`)
  })

  it('follows at once and once, everywhere, without moving anything; and unfollows by the menu', async () => {
    const page = await openFeed()
    const call = await hold(page, followCall)
    await button(page, 'Follow Kofi Mensah').dblclick()
    await head(page, 3).waitFor()
    expect(await button(page, 'Following Kofi Mensah').getAttribute('aria-disabled')).toBe('true')
    await panelOf(page).getByText('1 follower', { exact: true }).waitFor()
    expect(await namesIn(page, top)).toEqual(['Kofi Mensah', 'Sora Kim', 'Lena Vogt'])
    call.release()
    await toastOf(page, 'Following successfully').waitFor()
    expect([call.calls, await isFollowing(kofi)]).toEqual([1, true])
    expect(await namesIn(page, followed)).toEqual(['Inés Duarte', 'Theo Lindqvist'])

    await button(page, 'Following Theo Lindqvist').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Unfollow' }).waitFor()
    await page.keyboard.press('Enter')
    await toastOf(page, 'Unfollowed successfully').waitFor()
    await head(page, 2).waitFor()
    await button(page, 'Follow Theo Lindqvist').waitFor()
    expect(await isFollowing(theo)).toBe(false)

    // Folded and opened, the list is loaded anew.
    await button(page, followed).click()
    await button(page, followed).click()
    await button(page, 'Following Kofi Mensah').nth(1).waitFor()
    expect(await namesIn(page, followed)).toEqual(['Kofi Mensah', 'Inés Duarte'])
  })

  it('is as it was again when following or unfollowing fails', async () => {
    const page = await openFeed()
    await page.route(followCall, (route) => route.abort())
    await button(page, 'Follow Sora Kim').click()
    await toastOf(page, 'Failed to follow user').waitFor()
    await button(page, 'Follow Sora Kim').waitFor()
    await head(page, 2).waitFor()
    await button(page, 'Following Inés Duarte').click()
    await page.getByRole('menuitem', { name: 'Unfollow' }).click()
    await toastOf(page, 'Failed to unfollow user').waitFor()
    await button(page, 'Following Inés Duarte').waitFor()
    await head(page, 2).waitFor()
  })

  it('shows more than 20 on demand, and what was followed elsewhere on coming back', async () => {
    await followMany(stage.app, maya, 20)
    const page = await openFeed()
    await head(page, 22).waitFor()
    await panelOf(page).getByText('+19', { exact: true }).waitFor()
    expect(await namesIn(page, followed)).toHaveLength(20)
    await button(page, 'Show more').click()
    await page.getByRole('link', { name: 'Theo Lindqvist' }).waitFor()
    expect(await namesIn(page, followed)).toHaveLength(22)

    await follow(stage.app, maya, lena)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await head(page, 23).waitFor()
    await button(page, 'Following Lena Vogt').waitFor()
  })
})

describe('spec section 2: nobody is followed, or nothing can be loaded', () => {
  it("says 'You're not following anyone yet', and stays as high with the first one", async () => {
    const page = await openFeed(await signUp(stage.app))
    await page.getByRole('heading', { name: "You're not following anyone yet" }).waitFor()
    await panelOf(page).getByText('Discover creators and connect with the community').waitFor()
    await head(page, 0).waitFor()
    const placeOf = () => panelOf(page).getByRole('heading', { name: top }).boundingBox()
    const before = await placeOf()
    await button(page, 'Follow Lena Vogt').click()
    await button(page, followed).waitFor()
    expect(await namesIn(page, followed)).toEqual(['Lena Vogt'])
    expect(await placeOf()).toEqual(before)
  })

  it('says what failed, each part for itself, and tries again (spec section 8)', async () => {
    const page = await (await visitor(stage.browser, stage.app, { as: maya })).newPage()
    const calls = ['**/api/v1/me/following*', '**/functions/v1/people-top*']
    for (const call of calls) await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/feed')
    await page.getByRole('alert').getByText('Failed to load people data').waitFor()
    await page.getByRole('alert').getByText('Failed to load top creators').waitFor()
    await page.unrouteAll()
    await page.getByRole('alert').filter({ hasText: 'people data' }).getByRole('button').click()
    await page.getByRole('alert').filter({ hasText: 'top creators' }).getByRole('button').click()
    await button(page, 'Following Theo Lindqvist').waitFor()
    await button(page, 'Follow Kofi Mensah').waitFor()
  })
})
