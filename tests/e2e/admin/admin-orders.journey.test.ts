import { beforeEach, describe, expect, it } from 'vitest'
import { reportText } from '../../../src/orders/testing/report-text.ts'
import { type Person, signUp, signUpAdmin } from '../../harness/people.ts'
import { toastOf } from '../helpers/forms.ts'
import { fitsItsWidth, flawsOf } from '../helpers/looks.ts'
import { post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, phone, visitor } from '../helpers/visitors.ts'
import { importReport } from './admins.ts'

const stage = setStage()
let ada: Person
beforeEach(async () => {
  ada = await signUpAdmin(stage.app)
})

const longId = `112-${'7'.repeat(196)}`

describe('orders (docs/product/admin.md#orders)', () => {
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
    await page.getByRole('button', { name: 'Waiting', exact: true }).click()
    const box = page.getByLabel('Search orders')
    await box.pressSequentially('113')
    await expect.poll(() => addressOf(page)).toBe('/admin/orders?state=waiting&q=%22113%22')
    await expect.poll(() => rows.count()).toBe(1)
    // The search box has the focus, so that typing continues.
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
    await dialog.getByLabel('Note to the creator').fill('Thank you for the receipt')
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
    await dialog.getByText('This order was matched again meanwhile.').waitFor()
    await dialog.getByText(`Now: @${maya.username}, manual.`).waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('She showed the receipt')
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await toastOf(page, 'Order assigned').waitFor()
    await page.getByText('“She showed the receipt”').waitFor()
    await page.getByText('Thank you for the receipt').waitFor()
    await page.getByRole('link', { name: `@${maya.username}`, exact: true }).waitFor()

    await page.getByRole('button', { name: 'Undo assignment' }).click()
    await dialog.getByLabel('Reason').fill('It was another order')
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await toastOf(page, 'Assignment undone').waitFor()
    await page.getByText('Nobody’s').waitFor()

    await page.getByRole('button', { name: 'System' }).click()
    await page.getByRole('link', { name: 'Audit log' }).click()
    const log = page.getByRole('list', { name: 'audit log' }).getByRole('listitem')
    await log.filter({ hasText: `@${ada.username} undid the assignment of A mug, ` }).waitFor()
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
})
