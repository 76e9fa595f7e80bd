import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Person, proveAddress, signUp } from '../../harness/people.ts'
import { postToInbox } from '../helpers/collection.ts'
import { button, field, fill, newcomer, toastOf } from '../helpers/forms.ts'
import { flawsOf } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { goTo, open, personsBrowser, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()

async function creator(titles: string[]): Promise<Person> {
  const person = await signUp(stage.app, { first: 'Maya', last: 'Okafor' })
  await proveAddress(stage.app, person)
  await postToInbox(stage.app, person, titles)
  return person
}

const ownLists = async ({ token }: Person) =>
  (await stage.app.request('GET', '/api/v1/me/lists', { token })).body.items

/** Chooses all things of the Inbox, makes a list of them, and opens it. */
async function makeList(page: Page, title: string) {
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await button(page, 'Add to list').click()
  await fill(page, { 'New list': title })
  await button(page, 'Make the list').click()
  await toastOf(page, 'Saved').waitFor()
  await button(page, 'Done').click()
  await goTo(page, '/my-folio/lists')
  await page.getByRole('link', { name: title }).click()
}

describe('lists (docs/product/lists-screens.md#a-list)', () => {
  it('are made in My Folio, made public, and lead visitors to products by links of their own', async () => {
    const maya = await creator(['Mug', 'Lamp', 'Kettle'])
    const own = await open(await visitor(stage.browser, stage.app, { as: maya }), '/inbox')
    await makeList(own, 'My desk setup')
    await button(own, 'Make public').click()
    await toastOf(own, 'Public now').waitFor()

    const context = await visitor(stage.browser, stage.app, { viewport: phone, browser: personsBrowser })
    const page = await open(context, `/${maya.username}/my-desk-setup`)
    await page.getByRole('heading', { level: 1, name: 'My desk setup' }).waitFor()
    expect(await flawsOf(page)).toEqual([])
    const link = page.getByRole('link', { name: 'Lamp', exact: true })
    const address = String(await link.getAttribute('href'))
    const products = (await stage.app.request('GET', '/api/v1/me/products', { token: maya.token })).body.items
    const lamp = products.find(({ title }: { title: string }) => title === 'Lamp')
    expect(address).not.toBe(`/l/${lamp.short_link_id}`)
    const counted = page.waitForResponse((answer) => answer.url().endsWith(`/${lamp.id}/clicks`))
    await link.click()
    await page.waitForURL(`**${address}`)
    await page.getByRole('heading', { level: 1, name: 'Lamp' }).waitFor()
    expect(await (await counted).json()).toMatchObject({ outcome: 'counted' })
  })

  it('with a photo get their points by keyboard, which stay', async () => {
    const maya = await creator(['Mug', 'Lamp', 'Kettle'])
    const page = await open(await visitor(stage.browser, stage.app, { as: maya }), '/inbox')
    await makeList(page, 'The desk')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button(page, 'Make it a look').click(),
    ])
    const buffer = await page.screenshot({ type: 'png' })
    await chooser.setFiles({ name: 'desk.png', mimeType: 'image/png', buffer })
    await button(page, 'Apply Crop').click()
    await button(page, 'Put on the photo').first().click()
    const point = page.getByRole('button', { name: /^Point 1:/ })
    await point.waitFor()
    await expect.poll(() => point.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(async () => (await ownLists(maya))[0].points).toEqual([{ x: 4_900, y: 4_500 }])
    await page.reload()
    await point.waitFor()
    expect(
      await point.evaluate((one) => [(one as HTMLElement).style.left, (one as HTMLElement).style.top]),
    ).toEqual(['49%', '45%'])
  })

  it('keep what a visitor liked, after signing up', async () => {
    await creator(['Mug', 'Lamp', 'Kettle'])
    const page = await open(await visitor(stage.browser, stage.app), '/feed')
    await page
      .getByRole('button', { name: /^Like / })
      .first()
      .click()
    await goTo(page, '/saved')
    await page.getByText('1 thing, in this browser only').waitFor()
    await button(page, 'Keep in my account').click()
    await page.waitForURL('**/signup')
    await field(page, 'First name').waitFor()
    await fill(page, newcomer())
    await button(page, 'Sign up').click()
    await page.waitForURL('**/saved')
    await page.getByRole('heading', { name: 'Kept in your account' }).waitFor()
    await page.getByRole('link', { name: 'Open Saved' }).click()
    await page.getByText('What your hearts liked. Nobody else sees it.').waitFor()
    await page.getByRole('button', { name: /^Take out / }).waitFor()
    expect(await page.getByRole('button', { name: /^Take out / }).count()).toBe(1)
  })
})
