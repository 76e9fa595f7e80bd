import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { follow, followCall, hold, makeTopCreators, profileFor } from '../helpers/follows.ts'
import { button, toastOf } from '../helpers/forms.ts'
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
/** A new person, who follows Theo, and then Inés. */
beforeEach(async () => {
  maya = await signUp(stage.app)
  await follow(stage.app, maya, theo)
  await follow(stage.app, maya, ines)
})

const openFeed = async () => open(await visitor(stage.browser, stage.app, { as: maya }), '/feed')
const panelOf = (page: Page) => page.getByRole('region', { name: 'People', exact: true })
const head = (page: Page, count: number) => button(page, `Following ${count}`)
const namesIn = (page: Page, list: string) =>
  panelOf(page).getByRole('list', { name: list }).getByRole('link').locator('bdi').allTextContents()
const followed = 'People you follow'
const top = 'Top creators this week'
const isFollowing = async (whom: Person) => (await profileFor(stage.app, maya, whom)).is_following

describe('the people panel (docs/product/people.md#people-panel)', () => {
  it('follows at once and once, unfollows by the menu, and finds people by their names', async () => {
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

    // Closed and opened, the list is loaded again.
    await button(page, followed).click()
    await button(page, followed).click()
    await button(page, 'Following Kofi Mensah').nth(1).waitFor()
    expect(await namesIn(page, followed)).toEqual(['Kofi Mensah', 'Inés Duarte'])

    await page.getByLabel('Search members').fill('sora')
    await page.getByText('1 member found').waitFor()
    await page.getByRole('list', { name: 'Members found' }).getByRole('button', { name: 'Follow' }).click()
    await head(page, 3).waitFor()
    await expect.poll(() => isFollowing(sora)).toBe(true)
  })
})
