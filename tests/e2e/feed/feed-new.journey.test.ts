import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { flawsOf } from '../helpers/looks.ts'
import { post, postMany, titlesOn } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { phone, visitor } from '../helpers/visitors.ts'
import { card, scrollToEnd, scrollY, waitForCards } from './feed-page.ts'

const stage = setStage()
let ana: Person
beforeEach(async () => {
  ana = await signUp(stage.app, { first: 'Ana' })
})

/** Publishes a product newer than all others. */
function postNext(title: string) {
  stage.app.clock.advance(60_000)
  return post(stage.app, ana, { title })
}

/** The page with a clock that the test moves, once the offer of new posts is there. */
async function openFeed(as?: Person): Promise<Page> {
  const context = await visitor(stage.browser, stage.app, { viewport: phone, ...(as && { as }) })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/feed')
  await page.waitForLoadState('networkidle')
  return page
}

const halfAMinute = 30_000
const offer = (page: Page) => page.getByRole('status').getByRole('button', { name: /new posts?$/ })

describe('new posts are offered, not pushed in (docs/product/feed.md#new-posts)', () => {
  it('counts them for a reader anywhere in the list, moves nothing, and shows them on request', async () => {
    await postMany(stage.app, ana, 'Mug', 45)
    const page = await openFeed()
    await scrollToEnd(page)
    await waitForCards(page, 45)
    await page.evaluate(() => window.scrollTo(0, 1500))
    const before = await titlesOn(page)
    await postNext('First news')
    await postNext('Second news')
    await page.clock.runFor(halfAMinute)
    await offer(page).waitFor()
    expect(await offer(page).textContent()).toBe('2 new posts')
    expect(await offer(page).boundingBox()).toMatchObject({ y: expect.closeTo(64, -1) })
    expect([await titlesOn(page), await scrollY(page)]).toEqual([before, 1500])
    expect(await flawsOf(page)).toEqual([])

    await page.route('**/api/v1/feed', (route) => route.abort())
    await offer(page).press('Enter')
    await page.getByText('Failed to load products').waitFor()
    expect(await titlesOn(page)).toEqual(before)
    await page.unroute('**/api/v1/feed')
    await offer(page).press('Enter')
    await card(page, 'Second news').waitFor()
    await offer(page).waitFor({ state: 'detached' })
    expect((await titlesOn(page)).slice(0, 3)).toEqual(['Second news', 'First news', 'Mug 0'])
    expect(await scrollY(page)).toBe(0)
    expect(await page.locator('main').evaluate((main) => main === document.activeElement)).toBe(true)
  })
})

describe('paging while others publish all the time (docs/product/feed.md#the-list)', () => {
  it('neither repeats nor skips anything', async () => {
    stage.app.clock.advance(24 * 60 * 60_000)
    await postMany(stage.app, ana, 'Old', 120)
    const page = await openFeed()
    const first = await titlesOn(page)
    for (const count of [80, 120]) {
      for (let index = 0; index < 15; index++) await postNext(`News ${count} ${index}`)
      await scrollToEnd(page)
      await waitForCards(page, count)
    }
    const shown = await titlesOn(page)
    expect(shown.slice(0, 40)).toEqual(first)
    expect(shown.slice(0, 120)).toEqual(Array.from({ length: 120 }, (_, index) => `Old ${index}`))
    expect(new Set(shown).size).toBe(shown.length)
  })
})
