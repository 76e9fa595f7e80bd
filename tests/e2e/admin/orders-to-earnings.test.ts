import { describe, expect, it } from 'vitest'
import { reportText } from '../../../src/orders/testing/report-text.ts'
import { signUp, signUpAdmin } from '../../harness/people.ts'
import { toastOf } from '../helpers/forms.ts'
import { post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { open, personsBrowser, visitor } from '../helpers/visitors.ts'
import { figuresOf, step } from './admins.ts'

const stage = setStage()

const asin = 'B0E2EKETT1'

describe('from click to money (docs/product/README.md#what-folio-does)', () => {
  it('a visitor clicks, an admin imports, matches and calculates, and the creator sees the money and why', async () => {
    const { app, browser } = stage
    const maya = await signUp(app)
    const kettle = await post(app, maya, { title: 'Gooseneck kettle', asin })

    const someone = await visitor(browser, app, { browser: personsBrowser })
    // No request goes to the shop.
    await someone.route('https://www.amazon.com/**', (route) => route.fulfill({ body: 'A shop' }))
    const shared = await open(someone, `/l/${kettle.shortLinkId}`)
    const pressed = shared.waitForResponse(
      (response) =>
        response.url().endsWith('/clicks') && /"outbound"/.test(response.request().postData() ?? ''),
    )
    await shared
      .getByRole('link', { name: /Shop on Amazon/ })
      .first()
      .click()
    expect((await pressed).status()).toBe(201)

    // The reports' days are those of Los Angeles.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(
      app.clock.now(),
    )
    const orderOf = (id: string, rest = {}) => ({
      order_item_id: id,
      order_date: today,
      product_title: 'Kettle',
      ...rest,
    })
    const report = reportText([
      orderOf('111-0000001', { asin, commission_amount: '4.20' }),
      orderOf('111-0000002', { asin: 'B0E2ENOBDY', commission_amount: '9.99' }),
    ])

    const ada = await signUpAdmin(app)
    const page = await open(await visitor(browser, app, { as: ada }), '/admin')
    const importStep = step(page, 'CSV import')
    await importStep.getByLabel('Commission report').fill(report)
    await importStep.getByRole('button', { name: 'Import', exact: true }).click()
    await toastOf(page, 'Import completed (Imported 2 orders)').waitFor()
    await importStep.getByText('Import completed (Imported 2 orders)').waitFor()
    expect(await figuresOf(importStep)).toEqual({ Total: '2', Imported: '2', Updated: '0', Errors: '0' })

    const matchStep = step(page, 'Commission matching')
    await matchStep.getByText('Ready: 2 orders to match to clicks').waitFor()
    await matchStep.getByRole('button', { name: 'Match orders' }).click()
    await toastOf(page, 'Matching completed (Matched 1 orders)').waitFor()
    await expect
      .poll(() => figuresOf(matchStep))
      .toEqual({
        Total: '2',
        Matched: '1',
        'High confidence': '1',
        'Medium confidence': '0',
        'No match': '1',
      })

    const calculateStep = step(page, 'Earnings calculation')
    await calculateStep.getByRole('button', { name: 'Calculate earnings' }).click()
    await toastOf(page, 'Earnings calculated (Processed 1 orders)').waitFor()
    await expect.poll(() => figuresOf(calculateStep)).toEqual({ Processed: '1' })

    const earnings = await open(await visitor(browser, app, { as: maya }), '/earnings')
    await earnings.getByText('Kettle').first().waitFor()
    await earnings.getByText('$3.36').first().waitFor()
    await earnings.getByRole('list', { name: 'Earnings history' }).getByRole('button').first().click()
    await earnings.getByText('Click on your link').waitFor()
    await earnings.getByText('Technical details').click()
    await earnings.getByText('111-0000001').waitFor()
  })
})
