import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { failCalls } from '../helpers/collection.ts'
import { follow } from '../helpers/follows.ts'
import { signIn } from '../helpers/forms.ts'
import { holdScripts } from '../helpers/holding.ts'
import { fitsItsWidth, flawsOf, shiftOf, watchShifts } from '../helpers/looks.ts'
import { callsTo, file, post, postMany, titlesOn } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, phone, visitor } from '../helpers/visitors.ts'
import { card, chip, scopeButton, scrollToEnd, scrollY, waitForCards } from './feed-page.ts'

const stage = setStage()
let maya: Person
let theo: Person

beforeAll(async () => {
  ;[maya, theo] = await Promise.all([
    signUp(stage.app, { first: 'Maya' }),
    signUp(stage.app, { first: 'Theo', last: 'Lindqvist' }),
  ])
  await postMany(stage.app, theo, 'Kettle', 50)
  await file(stage.app, await post(stage.app, theo, { title: 'Theo on books' }), 'books')
  stage.app.clock.advance(1_000)
  await file(stage.app, await post(stage.app, maya, { title: 'Maya on books' }), 'books')
})

const explore = 'Explore public posts'
const following = 'Home feed (following)'
const isPressed = (page: Page, name: typeof explore | typeof following) =>
  scopeButton(page, name).getAttribute('aria-pressed')
const people = (page: Page) => page.getByRole('region', { name: 'People' })
const nobodyFollowed = 'Follow people to see their items in your Home feed.'
const viewButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const firstTitle = async (page: Page) => (await titlesOn(page))[0]

describe("the feed's scopes (docs/product/feed.md#scope)", () => {
  it('are two, remembered with the view, and restored by the back button with category and scroll position', async () => {
    await follow(stage.app, maya, theo)
    const page = await open(await visitor(stage.browser, stage.app, { as: maya, viewport: phone }), '/feed')
    const calls = callsTo(page, /\/feed$/)
    expect([await isPressed(page, explore), await isPressed(page, following)]).toEqual(['true', 'false'])
    expect(await firstTitle(page)).toBe('Maya on books')
    expect(await people(page).isVisible()).toBe(false)

    await scopeButton(page, following).click()
    await expect.poll(() => firstTitle(page)).toBe('Theo on books')
    expect(calls).toEqual(['GET /api/v1/feed?scope=following'])
    await people(page).getByText('Following 1').waitFor()

    const release = await holdScripts(page)
    await watchShifts(page)
    await page.reload({ waitUntil: 'commit' })
    await page.getByText('Loading products').filter({ visible: true }).first().waitFor({ state: 'attached' })
    expect(await card(page, 'Maya on books').isVisible()).toBe(false)
    expect(await people(page).isVisible()).toBe(true)
    release()
    await expect.poll(() => firstTitle(page)).toBe('Theo on books')
    expect(await isPressed(page, following)).toBe('true')
    await people(page).getByText('Following 1').waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.02)

    await chip(page, 'Books').click()
    await expect.poll(() => titlesOn(page)).toEqual(['Theo on books'])
    expect(await flawsOf(page)).toEqual([])
    await chip(page, 'All').click()
    await waitForCards(page, 40)
    await scrollToEnd(page)
    const end = await scrollY(page)
    await waitForCards(page, 51)
    expect(await scrollY(page)).toBe(end)
    const view = page.getByRole('link', { name: 'View Kettle 45', exact: true })
    await view.scrollIntoViewIfNeeded()
    const scrolled = await scrollY(page)
    await view.click()
    await page.getByRole('heading', { level: 1, name: 'Kettle 45' }).waitFor()
    await page.goBack()
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 2, scrolled)
    expect(await isPressed(page, following)).toBe('true')
    await page.goBack()
    await expect.poll(() => titlesOn(page)).toEqual(['Theo on books'])
    expect(addressOf(page)).toBe('/feed?scope=following&category=books')
    await scopeButton(page, explore).click()
    await expect.poll(() => firstTitle(page)).toBe('Maya on books')
    expect(addressOf(page)).toBe('/feed?scope=public&category=books')
  })

  it("stay with a visitor's category and view through a reload, and lead to sign in and back", async () => {
    const reader = await signUp(stage.app, { first: 'Rena' })
    await follow(stage.app, reader, theo)
    const context = await visitor(stage.browser, stage.app, { viewport: { width: 320, height: 640 } })
    const page = await open(context, '/feed')
    await chip(page, 'Books').click()
    await expect.poll(() => titlesOn(page)).toEqual(['Maya on books', 'Theo on books'])
    expect(await viewButton(page, 'Grid View').getAttribute('aria-pressed')).toBe('true')
    await viewButton(page, 'List View').click()
    await page.reload()
    await page.locator('button[aria-label="List View"][aria-pressed=true]').waitFor()
    await expect.poll(() => titlesOn(page)).toEqual(['Maya on books', 'Theo on books'])
    expect(await chip(page, 'Books').getAttribute('aria-pressed')).toBe('true')

    await viewButton(page, 'Full Card View').click()
    expect(addressOf(page)).toBe('/feed?scope=public&category=books')
    await page.goto('/feed?category=gone')
    await page.locator('button[aria-label="Full Card View"][aria-pressed=true]').waitFor()
    await waitForCards(page, 40)
    expect(await firstTitle(page)).toBe('Maya on books')
    expect(await chip(page, 'All').getAttribute('aria-pressed')).toBe('true')

    await page.locator('html[data-app]').waitFor({ state: 'attached' })
    const calls = callsTo(page, /\/(feed|search)/)
    await scopeButton(page, following).click()
    await page.getByRole('heading', { name: 'No items yet' }).waitFor()
    await page.getByText(nobodyFollowed).waitFor()
    expect(await fitsItsWidth(page)).toBe(true)
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    // Nothing was loaded before signing in.
    expect(calls).toEqual([])
    await signIn(page, reader)
    await page.waitForURL('**/feed')
    await expect.poll(() => firstTitle(page)).toBe('Theo on books')
    expect(await isPressed(page, following)).toBe('true')
  })
})

describe('the line below the list (docs/product/feed.md#the-feed)', () => {
  it('is out of sight while the page is still being read, and has its place from then on', async () => {
    const html = await (await fetch(`${stage.app.url}/feed`)).text()
    const listAt = html.indexOf('<section id="products"')
    expect(listAt).toBeGreaterThan(0)
    const page = await (
      await stage.browser.newContext({ viewport: phone, javaScriptEnabled: false })
    ).newPage()
    const shown = (body: string) =>
      page.route(`${stage.app.url}/feed`, (route) => route.fulfill({ body, contentType: 'text/html' }))
    const line = page.getByText('As an Amazon Associate I earn from qualifying purchases.')
    await shown(html.slice(0, listAt))
    await page.goto(`${stage.app.url}/feed`)
    expect([await line.count(), await line.isVisible()]).toEqual([1, false])
    await shown(html)
    await page.reload()
    expect(await line.isVisible()).toBe(true)
    await page.context().close()
  })
})

describe('the following feed (docs/product/feed.md#scope)', () => {
  it('is beside the people, fills when one is followed, empties at the next loading, and is nobody else’s', async () => {
    const reader = await signUp(stage.app, { first: 'Noor' })
    const page = await (await visitor(stage.browser, stage.app, { as: reader })).newPage()
    await watchShifts(page)
    await page.goto('/feed')
    await people(page).getByText("You're not following anyone yet").waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.02)
    const columns = await page
      .locator('ul:has(article)')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    expect(columns).toBe(3)

    const work = await failCalls(page, '**/api/v1/feed?scope=following')
    await scopeButton(page, following).click()
    await page.getByRole('alert').getByText('Failed to load products').waitFor()
    expect(await people(page).count()).toBe(1)
    await work()
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
    await page.getByText(nobodyFollowed).waitFor()

    await people(page).getByPlaceholder('Search members').fill('Theo Lind')
    await people(page).getByRole('button', { name: 'Follow Theo Lindqvist' }).click()
    await expect.poll(() => firstTitle(page)).toBe('Theo on books')

    await follow(stage.app, reader, theo, 'unfollow')
    await scopeButton(page, explore).click()
    await expect.poll(() => firstTitle(page)).toBe('Maya on books')
    await scopeButton(page, following).click()
    await page.getByText(nobodyFollowed).waitFor()
    expect(addressOf(page)).toBe('/feed?scope=following')

    await follow(stage.app, reader, theo)
    await scopeButton(page, explore).click()
    await page.reload()
    await people(page).getByText('Following 1').waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.02)
    await scopeButton(page, following).click()
    await expect.poll(() => firstTitle(page)).toBe('Theo on books')
    // The next person on the same device gets their own.
    const other = await signUp(stage.app, { first: 'Ola' })
    const session = JSON.stringify(other.session)
    await page.evaluate((text) => localStorage.setItem('folio.session', text), session)
    await page.reload()
    await page.getByText(nobodyFollowed).waitFor()
    expect(await titlesOn(page)).toEqual([])
  })
})
