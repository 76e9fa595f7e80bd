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

/** The button of the product's card: other tests' products are in the feed, too. */
const view = (page: Page) => page.locator(`a[href="${pathOf()}"]`, { hasText: 'View' })

const pathOf = () => `/l/${product.shortLinkId}`
const contextOf = (as?: Person) => visitor(stage.browser, stage.app, { ...(as && { as }), viewport: phone })

/** The product's page, as opened by its card in a list. */
async function openedFrom(list: '/feed' | '/my-folio'): Promise<ItemDialogs> {
  const page = await open(await contextOf(theo), list)
  await view(page).click()
  await page.getByRole('heading', { level: 1, name: 'Kettle' }).waitFor()
  return itemDialogsOn(page)
}

const confirm = ({ question }: ItemDialogs) => question.getByRole('button', { name: 'Delete', exact: true })
const missing = (page: Page) => page.getByRole('heading', { level: 1, name: 'Product Preview Not Available' })

async function statusOf(path: string) {
  const { status } = await stage.app.request('GET', path)
  return status
}

describe('spec section 2: deleting', () => {
  it.each(['/feed', '/my-folio'] as const)('leads back to %s, without the product', async (list) => {
    const dialogs = await openedFrom(list)
    const { page, choose } = dialogs
    await choose('Delete Product')
    const sent = callsTo(page, /^\/api\/v1\/products\//)
    await confirm(dialogs).dblclick()
    await toastOf(page, 'Product Removed').waitFor()
    await expect.poll(() => addressOf(page)).toBe(list)
    await page.getByRole('article').first().waitFor()
    expect(await view(page).count()).toBe(0)
    expect(sent.filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
    expect(await statusOf(pathOf())).toBe(404)
  })
})

describe('spec section 2: a page whose product was deleted while it was open', () => {
  it('is not available any more, and leads back', async () => {
    const page = await open(await contextOf(), '/feed')
    await view(page).click()
    await page.getByRole('heading', { level: 1, name: 'Kettle' }).waitFor()
    await deleteElsewhere(stage.app, theo, product)
    // What is shown stays until it is asked for again.
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Kettle')
    await page.reload()
    await missing(page).waitFor()
    await page.getByRole('link', { name: 'Go Back' }).click()
    await page.waitForURL('**/feed')
  })

  it('is so for its owner, who deleted it in another tab', async () => {
    const { page, options } = await openedFrom('/my-folio')
    await options.waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('heading', { level: 1, name: 'My Folio' }).waitFor()
    await deleteElsewhere(stage.app, theo, product)
    await page.goForward()
    await missing(page).waitFor()
  })
})
