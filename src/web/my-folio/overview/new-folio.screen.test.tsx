import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDialog, amazonItem, known, urlOf } from '../../add/testing/add-dialog.tsx'
import { addressOf, renderApp } from '../../testing/app.tsx'
import type { Answers } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { ownCategories } from '../../testing/samples.ts'

const invitation = page.getByRole('heading', { name: 'What do you tell everyone about, Maya?' })
const steps = page.getByRole('region', { name: 'First steps' })
const field = page.getByRole('textbox', { name: 'Amazon Item URL' })
const fetchInfo = page.getByRole('button', { name: 'Fetch Item Info' })
const places = page.getByRole('list', { name: 'Categories' })
const cabinet = page.getByRole('list', { name: 'Filing Cabinet' })
const mug = urlOf('B0ENAMEL01')

const beginner: Answers = { 'GET /api/v1/me': () => ({ ...me, first_steps: { handle: 'names' } }) }
const looksUp: Answers = {
  'POST /functions/v1/amazon-paapi': ({ body }) => known(amazonItem(body.asin)),
}

describe('My Folio of a new account (docs/product/my-folio.md#a-new-account)', () => {
  it.each([
    ['a phone', 390, 844],
    ['a tablet', 768, 1024],
    ['a computer', 1280, 800],
  ])('begins with one invitation, which the first steps follow, on %s', async (_, width, height) => {
    await page.viewport(width, height)
    await renderApp('/my-folio', { api: beginner })
    await expect.element(invitation).toBeVisible()
    await expect.element(steps).toBeVisible()
    const order = invitation.element().compareDocumentPosition(steps.element())
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(page.getByRole('heading', { name: 'All items' }).elements()).toEqual([])
    // Two screens of a phone at most.
    expect(document.documentElement.scrollHeight).toBeLessThan(1_700)
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('has eight places with their signs, the other eight below, and ways to Inbox and community', async () => {
    await page.viewport(1280, 800)
    const { router } = await renderApp('/my-folio')
    await expect.element(invitation).toBeVisible()
    const names = (list: typeof places) =>
      list
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent)
    expect(names(places)).toHaveLength(8)
    expect(names(places)[0]).toBe('Fashion0 items')
    expect(names(cabinet)).not.toContain('Fashion')
    const signs = [...document.querySelectorAll('main use')].map((sign) => sign.getAttribute('href'))
    expect(new Set(signs).size).toBe(names(places).length + names(cabinet).length)
    const ways = [
      [/^Fashion/, '/category/fashion'],
      [/^Inbox Organize later/, '/inbox'],
      [/^Community See what/, '/feed'],
      ['Choose others', '/categories/setup'],
    ] as const
    for (const [name, address] of ways) {
      await page.getByRole('main').getByRole('link', { name }).first().click()
      await expect.poll(addressOf).toBe(address)
      router.history.back()
      await expect.element(invitation).toBeVisible()
    }
  })

  it('has the Inbox among its places where fewer than eight are pinned', async () => {
    await renderApp('/my-folio', {
      api: { 'GET /api/v1/me/categories': () => ownCategories({ unpinned: ['Fashion', 'Kids'] }) },
    })
    await expect.element(places.getByRole('link', { name: 'Inbox 0 items' })).toBeVisible()
    await expect.element(places.getByRole('link', { name: 'Pin a category 1 place left' })).toBeVisible()
    expect(page.getByRole('link', { name: /^Inbox/ }).elements()).toHaveLength(1)
  })

  it('goes on with a pasted link at once, and with a typed one after the button', async () => {
    const { sent } = await renderApp('/my-folio', { api: looksUp })
    await expect.element(field).toBeVisible()
    await addDialog.paste(`Speckled Enamel Mug ${mug}`, field)
    await expect.element(addDialog.heading('Add to my folio')).toBeVisible()
    expect(sent('POST /functions/v1/amazon-paapi')).toMatchObject([
      { input: { body: { asin: 'B0ENAMEL01' } } },
    ])
    await addDialog.close()
    await expect.element(field).toHaveValue('')
    await field.fill('https://example.com/mug')
    await userEvent.keyboard('{Enter}')
    await expect.element(addDialog.message).toBeVisible()
    await expect.element(addDialog.link).toHaveValue('https://example.com/mug')
  })

  it('opens the dialog where nothing is typed', async () => {
    await renderApp('/my-folio')
    await fetchInfo.click()
    await expect.element(page.getByRole('dialog', { name: 'Got something amazing to share?' })).toBeVisible()
    expect(addDialog.message.elements()).toEqual([])
    await expect.poll(addressOf).toBe('/my-folio')
  })
})
