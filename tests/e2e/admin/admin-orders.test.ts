import { beforeEach, describe, expect, it } from 'vitest'
import { reportText } from '../../../src/orders/testing/report-text.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { toastOf } from '../helpers/forms.ts'
import { fitsItsWidth, flawsOf } from '../helpers/looks.ts'
import { post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, phone, visitor } from '../helpers/visitors.ts'
import { importReport, signUpAdmin } from './admins.ts'

const stage = setStage()
let ada: Person
beforeEach(async () => {
  ada = await signUpAdmin(stage.app)
})

const longId = `112-${'7'.repeat(196)}`

describe('orders (decisions: Matching)', () => {
  it('are found by state and text, and assigned by hand with a reason, whatever happens meanwhile', async () => {
    const { app, browser } = stage
    const maya = await signUp(app)
    const mug = await post(app, maya, { title: 'A mug', asin: 'B0E2EORDR1' })
    await importReport(
      app,
      ada,
      reportText([
        { order_item_id: longId, asin: 'B0E2ELONG1', product_title: 'Very long '.repeat(50) },
        { order_item_id: '113-1', asin: 'B0E2EORDR1', product_title: 'A mug' },
      ]),
    )
    const page = await open(await visitor(browser, app, { as: ada, viewport: phone }), '/admin/orders')
    const rows = page.getByRole('list', { name: 'orders' }).getByRole('listitem')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(2)
    expect(await fitsItsWidth(page)).toBe(true)
    expect(await flawsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Manual' }).click()
    await page.getByRole('heading', { name: 'No orders found' }).waitFor()
    await page.getByRole('button', { name: 'Waiting' }).click()
    const box = page.getByLabel('Search orders')
    await box.pressSequentially('113')
    await expect.poll(() => addressOf(page)).toBe('/admin/orders?state=waiting&q=%22113%22')
    await expect.poll(() => rows.count()).toBe(1)
    // Who goes on typing is still in the same box.
    await page.keyboard.type('-')
    await expect.poll(() => addressOf(page)).toBe('/admin/orders?state=waiting&q=113-')
    expect(await box.evaluate((input) => input === document.activeElement)).toBe(true)
    await expect.poll(() => rows.count()).toBe(1)
    await rows.getByText('113-1').click()

    await page.getByRole('heading', { level: 2, name: 'A mug' }).waitFor()
    await page.getByText('No matching has looked at this order yet.').waitFor()
    await page.getByRole('button', { name: 'Assign by hand' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.getByText('Please name a product or short link').waitFor()
    await dialog.getByText('Please give a reason').waitFor()
    await dialog.getByLabel('Product').fill('no-such-link-0000')
    await dialog.getByLabel('Reason').fill('She showed the receipt')
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.getByText('There is no product with this short link.').waitFor()
    expect(await flawsOf(page)).toEqual([])

    // Another admin is faster.
    const theirs = await app.request('PUT', '/api/v1/admin/orders/113-1/match', {
      token: ada.token,
      body: { product_ref: mug.shortLinkId, reason: 'The other admin', version: null },
    })
    expect(theirs.status).toBe(200)
    await dialog.getByLabel('Product').fill(`${app.url}/l/${mug.shortLinkId}`)
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.getByText('This order was matched anew meanwhile.').waitFor()
    await dialog.getByText(`Now: @${maya.username}, manual.`).waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('She showed the receipt')
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await toastOf(page, 'Order assigned').waitFor()
    await page.getByText('“She showed the receipt”').waitFor()
    await page.getByRole('link', { name: `@${maya.username}` }).waitFor()

    await page.getByRole('button', { name: 'Undo assignment' }).click()
    await dialog.getByLabel('Reason').fill('It was another order')
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await toastOf(page, 'Assignment undone').waitFor()
    await page.getByText('Nobody’s').waitFor()

    await page.getByRole('link', { name: 'Audit log' }).click()
    const log = page.getByRole('list', { name: 'audit log' }).getByRole('listitem')
    await log.filter({ hasText: `@${ada.username} undid the assignment of an order: 113-1` }).waitFor()
    await log.filter({ hasText: '“She showed the receipt”' }).waitFor()
    await log
      .filter({ hasText: `@${ada.username} sent a report.` })
      .first()
      .waitFor()
    await page.goto(`/admin/orders/${longId}`)
    await page.getByRole('heading', { level: 2, name: /Very long/ }).waitFor()
    expect(await fitsItsWidth(page)).toBe(true)
    expect(await flawsOf(page)).toEqual([])
  })

  it('say where there is none', async () => {
    const page = await open(await visitor(stage.browser, stage.app, { as: ada }), '/admin/orders/no-such')
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
    await page.goto('/admin/imports/no-such')
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  })

  it('say when they could not be loaded, and are tried again', async () => {
    const context = await visitor(stage.browser, stage.app, { as: ada })
    await context.route('**/api/v1/admin/orders?*', (route) => route.fulfill({ status: 500, json: {} }))
    const page = await open(context, '/admin/orders')
    await page.getByText('Failed to load orders').waitFor()
    await context.unroute('**/api/v1/admin/orders?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('list', { name: 'orders' }).waitFor()
  })
})

describe('tracking ids (decisions: Matching)', () => {
  it('are given to a creator, ended and removed, with what is wrong beside its field', async () => {
    const maya = await signUp(stage.app)
    const page = await open(
      await visitor(stage.browser, stage.app, { as: ada, viewport: phone }),
      '/admin/tracking-ids',
    )
    await page.getByRole('heading', { name: 'No tracking IDs yet' }).waitFor()
    await page.getByRole('button', { name: 'Add a tracking ID' }).click()
    const dialog = page.getByRole('dialog')
    const add = dialog.getByRole('button', { name: 'Add', exact: true })
    await add.click()
    await dialog.getByText('Please enter a tracking ID').waitFor()
    await dialog.getByLabel('Tracking ID').fill('folio-maya-20')
    await dialog.getByLabel('Creator').fill('nobody-at-all')
    await dialog.getByLabel('From').fill('2026-03-01')
    await add.click()
    await dialog.getByText('There is no creator with this username.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Add a tracking ID' }).click()
    expect(await dialog.getByLabel('Tracking ID').inputValue()).toBe('folio-maya-20')
    await dialog.getByLabel('Creator').fill(maya.username)
    await add.click()
    await toastOf(page, 'Tracking ID added').waitFor()
    const row = page.getByRole('list', { name: 'tracking IDs' }).getByRole('listitem')
    await row.getByText(`@${maya.username} · amazon.com · since Mar 1`).waitFor()
    const box = page.getByLabel('Search tracking IDs')
    await box.fill('another')
    await page.getByRole('heading', { name: 'No tracking IDs found' }).waitFor()
    expect(await box.evaluate((input) => input === document.activeElement)).toBe(true)
    await box.fill(`@${maya.username}`)
    await row.getByText(`@${maya.username} · amazon.com`).waitFor()
    await box.fill('')
    expect(await flawsOf(page)).toEqual([])
    expect(await fitsItsWidth(page)).toBe(true)

    await row.getByRole('button', { name: 'End of folio-maya-20' }).click()
    await dialog.getByLabel('Until').fill('2026-02-01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('This day must come after the first one.').waitFor()
    await dialog.getByLabel('Until').fill('2026-04-01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText(/until Apr 1/).waitFor()

    await row.getByRole('button', { name: 'Remove folio-maya-20' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Remove this tracking ID?').waitFor()
    await question.getByRole('button', { name: 'Remove' }).click()
    await toastOf(page, 'Tracking ID removed').waitFor()
    await page.getByRole('heading', { name: 'No tracking IDs yet' }).waitFor()
  })

  it('say that the orders of a day that changed wait to be matched', async () => {
    const maya = await signUp(stage.app)
    await importReport(stage.app, ada, reportText([{ order_item_id: '114-1', tracking_id: 'folio-lena-20' }]))
    const { token } = ada
    const run = await stage.app.request('POST', '/functions/v1/commission-matcher', { token, body: {} })
    expect(run.body).toMatchObject({ success: true })
    const page = await open(await visitor(stage.browser, stage.app, { as: ada }), '/admin/tracking-ids')
    await page.getByRole('heading', { name: 'No tracking IDs yet' }).waitFor()
    expect(await page.getByText('to be matched').count()).toBe(0)
    await page.getByRole('button', { name: 'Add a tracking ID' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tracking ID').fill('folio-lena-20')
    await dialog.getByLabel('Creator').fill(maya.username)
    await dialog.getByLabel('From').fill('2026-03-01')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('1 order waits to be matched.').waitFor()
    await page.getByRole('link', { name: 'Go to the matching' }).click()
    await page.getByText('Ready: 1 order to match to clicks').waitFor()
  })
})
