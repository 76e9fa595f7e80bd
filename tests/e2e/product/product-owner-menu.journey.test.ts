import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProductRow } from '../../harness/factories.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { toastOf } from '../helpers/forms.ts'
import { callsTo, post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, phone, visitor } from '../helpers/visitors.ts'
import { deleteElsewhere, type ItemDialogs, itemDialogsOn } from './item-dialogs.ts'

const stage = setStage()
let theo: Person
let product: ProductRow

beforeEach(async () => {
  theo = await signUp(stage.app)
  await post(stage.app, theo, { title: 'Mug' })
  product = await post(stage.app, theo, { title: 'Kettle' })
})

/** The button of the product's card: the feed also has products of other tests. */
const view = (page: Page) => page.locator(`a[href="${pathOf()}"]`, { hasText: 'View' })

const pathOf = () => `/l/${product.shortLinkId}`
const contextOf = (as?: Person) => visitor(stage.browser, stage.app, { ...(as && { as }), viewport: phone })

const confirm = ({ question }: ItemDialogs) => question.getByRole('button', { name: 'Delete', exact: true })
const missing = (page: Page) => page.getByRole('heading', { level: 1, name: 'Product Preview Not Available' })

describe('deleting (docs/product/edit-item.md#deleting)', () => {
  it('leads back to the page from which the product was opened, without it', async () => {
    const lamp = await post(stage.app, theo, { title: 'Lamp' })
    const page = await open(await contextOf(theo), '/my-folio')
    for (const [list, title, path] of [
      ['/my-folio', 'Kettle', pathOf()],
      ['/feed', 'Lamp', `/l/${lamp.shortLinkId}`],
    ] as const) {
      await page.locator(`a[href="${path}"]`, { hasText: 'View' }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      const dialogs = itemDialogsOn(page)
      await dialogs.choose('Delete Product')
      const sent = callsTo(page, /^\/api\/v1\/products\//)
      await confirm(dialogs).dblclick()
      await toastOf(page, 'Product Removed').last().waitFor()
      await expect.poll(() => addressOf(page)).toBe(list)
      await page.getByRole('article').first().waitFor()
      expect(await page.locator(`a[href="${path}"]`, { hasText: 'View' }).count()).toBe(0)
      expect(sent.filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
      expect((await stage.app.request('GET', path)).status).toBe(404)
      await page.getByRole('link', { name: 'Feed' }).filter({ visible: true }).first().click()
      await page.waitForURL('**/feed')
    }
  })
})

describe('a page whose product was deleted while it was open (docs/product/product-page.md#missing)', () => {
  it('is no longer available, and leads back; also for its owner, who deleted it in another tab', async () => {
    const page = await open(await contextOf(theo), '/feed')
    await view(page).click()
    await page.getByRole('heading', { level: 1, name: 'Kettle' }).waitFor()
    await itemDialogsOn(page).options.waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/feed')
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: 'Kettle' }).waitFor()
    await deleteElsewhere(stage.app, theo, product)
    // What is shown stays until it is loaded again.
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Kettle')
    await page.reload()
    await missing(page).waitFor()
    await page.getByRole('link', { name: 'Go Back' }).click()
    await page.waitForURL('**/feed')
  })
})
