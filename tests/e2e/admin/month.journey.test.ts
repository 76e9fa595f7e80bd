import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setPayoutStage } from '../../../src/payouts/testing/stage.ts'
import { ManualClock } from '../../../src/platform/clock.ts'
import { dayMs } from '../../../src/shared/time.ts'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import { toastOf } from '../helpers/forms.ts'
import { post } from '../helpers/shelf.ts'
import { goTo, open, visitor } from '../helpers/visitors.ts'
import { step } from './admins.ts'

let app: TestApp
const now = new Date()
beforeAll(async () => {
  // Months go by receipts from the one on in which the app first started.
  const clock = new ManualClock(new Date(now.getTime() - 150 * dayMs))
  app = await startTestApp({ pages: true, clock, env: { EARNINGS_RELEASE: 'receipt' } })
})
afterAll(() => app?.close())

/** A month so many before the present one: '2026-09'. */
function monthBefore(at: Date, months: number): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1)).toISOString().slice(0, 7)
}

type Sale = { day: string; asin: string; fee: string; subTag: string }

const feeEarnings = (sales: Sale[]): string =>
  [
    'Name,ASIN,Seller,Tracking ID,Date Shipped,Price,Items Shipped,Returns,Revenue,Ad Fees,Sub Tag',
    ...sales.map(
      ({ day, asin, fee, subTag }) =>
        `Lamp,${asin},Amazon.co.uk,folio-21,${day},100.00,1,0,100.00,${fee},${subTag}`,
    ),
  ].join('\n')

const feeOrders = (sales: Sale[]): string =>
  [
    'Name,ASIN,Date,Qty,Price,Tag',
    ...sales.map(({ day, asin }) => `Lamp,${asin},${day},1,100.00,folio-21`),
  ].join('\n')

describe('an admin’s month (docs/product/payouts.md#receipts)', () => {
  it('goes from two reports in either order to books that tie with Amazon’s transfer to the cent', async () => {
    const { ada, bob, payee } = await setPayoutStage(app, now)
    const [maya, lena] = [
      await payee(0, { account: 'm@pay.example' }),
      await payee(0, { account: 'l@pay.example' }),
    ]
    const tagOf = async (creator: typeof maya) => (await post(app, creator)).shortLinkId
    const [mayas, lenas] = [await tagOf(maya), await tagOf(lena)]
    // The reports' days, and the months of the books, are those of Los Angeles.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(
      app.clock.now(),
    )
    const [first, second] = [monthBefore(now, 3), monthBefore(now, 2)]
    const firstSales = [
      { day: `${first}-02`, asin: 'B0MONTH001', fee: '12.00', subTag: mayas },
      { day: `${first}-05`, asin: 'B0MONTH002', fee: '8.00', subTag: lenas },
      { day: `${first}-20`, asin: 'B0MONTH003', fee: '3.00', subTag: '' },
    ]
    const secondSales = [
      { day: `${second}-03`, asin: 'B0MONTH004', fee: '9.00', subTag: mayas },
      { day: `${second}-05`, asin: 'B0MONTH005', fee: '4.00', subTag: lenas },
    ]

    const browser = await sharedBrowser()
    const page = await open(await visitor(browser, app, { as: ada }), '/admin')
    const importStep = step(page, 'CSV import')
    async function importReport(text: string, imported: number) {
      await importStep.getByLabel('Commission report').fill(text)
      await importStep.getByLabel('Marketplace').selectOption('uk')
      await importStep.getByRole('button', { name: 'Import', exact: true }).click()
      await importStep.getByText(`Import completed (Imported ${imported} orders)`).waitFor()
    }
    await importReport(feeOrders(firstSales), 0)
    await importReport(feeEarnings(firstSales), 3)
    await importReport(feeEarnings(secondSales), 2)
    await importReport(feeOrders(secondSales), 0)
    await step(page, 'Commission matching').getByRole('button', { name: 'Match orders' }).click()
    await toastOf(page, 'Matching completed (Matched 4 orders)').waitFor()
    const calculate = step(page, 'Earnings calculation').getByRole('button', { name: 'Calculate earnings' })
    await calculate.click()
    await toastOf(page, 'Earnings calculated (Processed 0 orders)').waitFor()

    const dialog = page.getByRole('dialog')
    await goTo(page, '/admin/rates')
    // The newest month is listed first.
    for (const [place, rate] of ['1.30', '1.31'].entries()) {
      await page
        .getByRole('button', { name: /^Set the rate of/ })
        .nth(place)
        .click()
      await dialog.getByLabel('US dollars for 1 GBP').fill(rate)
      await dialog.getByLabel('Source').fill('The bank')
      await dialog.getByRole('button', { name: 'Set the rate' }).click()
      if (place === 0) await page.getByRole('button', { name: 'It is right' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await goTo(page, '/admin')
    await calculate.click()
    await toastOf(page, 'Earnings calculated (Processed 4 orders)').waitFor()

    await goTo(page, '/admin/receipts')
    await page.getByRole('button', { name: 'Record a receipt' }).click()
    await dialog.getByLabel('Marketplace').selectOption('uk')
    await dialog.getByLabel('Amount', { exact: true }).fill('£36.00')
    await dialog.getByLabel('In US dollars').fill('47.00')
    await dialog.getByLabel('Received on').fill(today)
    await dialog.getByLabel('Reference').fill('UK-1')
    await dialog.getByLabel('Month').fill(first)
    await dialog.getByLabel('Part of the amount').fill('23.00')
    await dialog.getByRole('button', { name: 'Add a line' }).click()
    await dialog.getByLabel('Month').nth(1).fill(second)
    await dialog.getByRole('button', { name: 'Record', exact: true }).dblclick()
    await toastOf(page, 'Receipt recorded').waitFor()
    const paid = page
      .getByRole('region', { name: /amazon\.co\.uk$/ })
      .filter({ hasText: 'Amazon has paid it' })
    await expect.poll(() => paid.count()).toBe(2)

    await goTo(page, '/admin/payouts')
    await page.getByRole('button', { name: 'Draft this payout' }).click()
    await page.getByRole('link', { name: 'Draft 1' }).click()
    const approving = await open(await visitor(browser, app, { as: bob }), new URL(page.url()).pathname)
    await approving.getByRole('button', { name: 'Approve' }).click()
    await toastOf(approving, 'Payout approved').waitFor()
    const downloading = approving.waitForEvent('download')
    await approving.getByRole('button', { name: 'Download payout-1-paypal.csv' }).click()
    await downloading
    await approving.getByRole('button', { name: 'I have sent the files' }).click()
    const referenceOf = async (amount: string) => {
      const line = approving.getByRole('listitem').filter({ hasText: amount }).first()
      return /F1-\d-\w{4}/.exec((await line.textContent()) ?? '')?.[0] ?? ''
    }
    const results = [
      'Unique ID,Status,Amount,Currency',
      `${await referenceOf('$21.94')},Completed,-21.94,USD`,
      `${await referenceOf('$12.54')},Completed,-5.00,USD`,
    ]
    await approving
      .getByLabel('The provider’s file of results')
      .setInputFiles({ name: 'results.csv', mimeType: 'text/csv', buffer: Buffer.from(results.join('\n')) })
    await approving.getByText(/^Another amount: ‘Completed’, \$5\.00/).waitFor()
    await approving.getByRole('button', { name: /^Answer what was paid/ }).click()
    const asked = approving.getByRole('dialog')
    await asked.getByRole('radio', { name: /^Nothing/ }).check()
    await asked.getByLabel('Reason').fill('PayPal shows that it came back')
    await asked.getByRole('button', { name: 'Save' }).click()
    await toastOf(approving, 'Answer noted').waitFor()

    const own = await open(await visitor(browser, app, { as: maya }), '/earnings/payouts')
    await own.getByRole('list', { name: 'Payouts' }).getByRole('link').click()
    await own.getByRole('link', { name: 'Remittance advice' }).click()
    await own.getByRole('heading', { name: 'Payout 1, $21.94' }).waitFor()
    await own.getByText('$27.42').waitFor()

    // Nothing is left to receive: the $47.00 that came are what was posted ($43.10), nobody's and exchange.
    const month = today.slice(0, 7)
    const { body } = await app.request('GET', `/api/v1/admin/books/${month}`, { token: ada.token })
    expect(body.balance).toEqual({
      receivable: 0,
      platform: -8.62,
      creators: -12.54,
      paid: 25.06,
      nobodys: -3.92,
      exchange: 0.02,
    })
    await goTo(page, `/admin/books/${month}`)
    await page
      .getByRole('row', { name: /^Received less paid out/ })
      .getByText('$25.06')
      .first()
      .waitFor()
  })
})
