import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook, flawsOf } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import type { Rate, RatedMonth } from '../answers.ts'

const text = (words: string | RegExp) => page.getByText(words)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const question = page.getByRole('alertdialog')
const month = (name: string) => page.getByRole('region', { name })

const byAda = { reason: null, set_by: 'ada', set_at: '2026-12-02T10:00:00Z' }
const bank = { ...byAda, source: 'European Central Bank, average of 20 days' }
const yen: RatedMonth = {
  month: '2026-11',
  currency: 'JPY',
  orders: 2,
  waiting: 2,
  commission: 1_000,
  rates: [],
}
const pounds: RatedMonth = {
  ...{ month: '2026-10', currency: 'GBP', orders: 1, waiting: 0, commission: 12 },
  rates: [
    {
      ...{ usd_per_unit: '1.3125', source: 'Our bank', reason: 'The bank corrected it' },
      ...{ set_by: null, set_at: '2026-12-03T10:00:00Z' },
    },
    { ...bank, usd_per_unit: '1.3' },
  ],
}

/** What came back of October's orders. */
const returned: RatedMonth = {
  ...{ month: '2026-11', currency: 'GBP', orders: 1, waiting: 0, commission: -12, rates: [] },
}

/** A currency of the bank's file in which nobody bought anything. */
const euros: RatedMonth = {
  ...{ month: '2026-10', currency: 'EUR', orders: 0, waiting: 0, commission: 0 },
  rates: [{ ...bank, usd_per_unit: '1.1715' }],
}

/**
 * A stand-in for the server: rates without a reason are refused where a month has one, and first ones are asked about.
 */
function rates(): Answers {
  let items = [returned, yen, euros, pounds]
  const set = (of: RatedMonth, rate: Rate) => {
    items = items.map((item) => (item === of ? { ...of, rates: [rate, ...of.rates] } : item))
    return { items, waiting: 0 }
  }
  const ask = (confirmed: string[] | undefined, example: string) => {
    if (!confirmed?.includes(example))
      throw refused('confirmation_required', 'Please look.', { examples: [example] })
  }
  return {
    'GET /api/v1/me': () => ({ ...me, is_admin: true }),
    'GET /api/v1/admin/rates': () => ({ items, waiting: 0 }),
    'PUT /api/v1/admin/rates/:month/:currency': ({ params: { currency }, body }) => {
      const of = currency === 'JPY' ? yen : pounds
      if (body.usd_per_unit === '9') {
        const message = 'This month has not begun.'
        throw refused('validation_failed', message, { problems: [{ path: 'usd_per_unit', message }] })
      }
      if (of === yen) ask(body.confirmed, '¥1,000 = $6.60')
      return set(of, { ...byAda, usd_per_unit: body.usd_per_unit, source: body.source })
    },
    'PUT /api/v1/admin/rates/:month': ({ body: { csv, confirmed } }) => {
      if (!csv.startsWith('Date')) {
        const message = 'This is not the European Central Bank’s file.'
        throw refused('validation_failed', message, { problems: [{ path: 'csv', message }] })
      }
      ask(confirmed, '¥1,000 = $7.00')
      return set(yen, { ...bank, usd_per_unit: '0.007' })
    },
  }
}

const csvFile = (content: string) => new File([content], 'eurofxref-hist.csv', { type: 'text/csv' })

describe('rates (docs/product/admin.md#rates)', () => {
  it('are listed by month, with what waits for them and former ones', async () => {
    await renderApp('/admin/receipts', {
      api: {
        ...rates(),
        'GET /api/v1/admin/months/moves': () => ({ orders: 0, items: [] }),
        'GET /api/v1/admin/receipts': () => ({ year: 2026, items: [], transfers: [] }),
        'GET /api/v1/admin/unpaid-orders': () => ({ items: [], next_cursor: null }),
      },
    })
    await page.getByRole('link', { name: 'Rates' }).click()
    const november = month('November 2026, yen')
    await expect.element(november.getByText('2 orders wait for this rate')).toBeVisible()
    await expect.element(november.getByText('2 orders · ¥1,000')).toBeVisible()
    const back = month('November 2026, pounds sterling')
    await expect.element(back.getByText('Only returns, which need no rate')).toBeVisible()
    await expect.element(back.getByText('1 order · −£12.00')).toBeVisible()
    const october = month('October 2026, pounds sterling')
    await expect.element(october.getByText('£1.00 = $1.3125')).toBeVisible()
    await expect.element(october.getByText('The bank corrected it')).toBeVisible()
    await expect.element(october.getByText(/Set on Dec 3.* by someone who has left/)).toBeVisible()
    await expect.element(october.getByText('£1.00 = $1.3', { exact: true })).not.toBeVisible()
    await october.getByText('1 former rate').click()
    const unused = text('€1.00 = $1.1715')
    await expect.element(unused).not.toBeVisible()
    await text('1 rate without orders').click()
    await expect.element(unused).toBeVisible()
    await expect.element(october.getByText('£1.00 = $1.3', { exact: true })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('are set by hand, after a question where they surprise', async () => {
    const { sent } = await renderApp('/admin/rates', { api: rates() })
    await button('Set the rate of November 2026, yen').click()
    const send = dialog.getByRole('button', { name: 'Set the rate' })
    const value = dialog.getByLabelText('US dollars for 1 JPY')
    await value.fill('0,0066')
    await send.click()
    await expect.element(text('Please enter dollars for one unit, such as 1.3125')).toBeVisible()
    await expect.element(text('Please say where you read it')).toBeVisible()
    await expect.element(value).toHaveFocus()
    expect(await flawsOf()).toEqual([])
    await value.fill('0.0066')
    await dialog.getByLabelText('Source').fill('Our bank')
    await send.click()
    await expect.element(question.getByText('¥1,000 = $6.60')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(value).toHaveValue('0.0066')
    await send.click()
    await question.getByRole('button', { name: 'It is right' }).click()
    await expect.element(text('Rate set')).toBeVisible()
    await expect.element(month('November 2026, yen').getByText('¥1 = $0.0066')).toBeVisible()
    expect(sent('PUT /api/v1/admin/rates/:month/:currency').at(-1)?.input).toEqual({
      params: { month: '2026-11', currency: 'JPY' },
      body: { usd_per_unit: '0.0066', source: 'Our bank', confirmed: ['¥1,000 = $6.60'] },
    })
  })

  it('supersede others with a reason; what the server refuses stands beside its field', async () => {
    const { sent } = await renderApp('/admin/rates', { api: rates() })
    await button('Set the rate of October 2026, pounds sterling').click()
    const send = dialog.getByRole('button', { name: 'Set the rate' })
    const value = dialog.getByLabelText('US dollars for 1 GBP')
    await value.fill('9')
    await dialog.getByLabelText('Source').fill('Our bank')
    await send.click()
    await expect.element(text('Please give a reason')).toBeVisible()
    await expect.element(dialog.getByLabelText('Reason')).toHaveFocus()
    await dialog.getByLabelText('Reason').fill('A typing error')
    await send.click()
    await expect.element(text('This month has not begun.')).toBeVisible()
    await expect.element(value).toHaveValue('9')
    await expect.element(value).toHaveFocus()
    await value.fill('1.32')
    await send.click()
    await expect.element(text('£1.00 = $1.32')).toBeVisible()
    await expect.element(text('2 former rates')).toBeVisible()
    expect(sent('PUT /api/v1/admin/rates/:month/:currency').at(-1)?.input.body).toMatchObject({
      reason: 'A typing error',
    })
  })

  it('become the means of the bank’s file, of which the days of the month are sent', async () => {
    const { sent } = await renderApp('/admin/rates', { api: rates() })
    await button('Use the bank’s averages').click()
    const send = dialog.getByRole('button', { name: 'Set the rates' })
    await expect.element(dialog.getByLabelText('Month')).toHaveValue('2026-11')
    await send.click()
    await expect.element(text('Please choose the bank’s file')).toBeVisible()
    const file = dialog.getByLabelText('File')
    await userEvent.upload(file, csvFile('Order,Commission\n1,2\n'))
    await send.click()
    await expect.element(text('This is not the European Central Bank’s file.')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await userEvent.upload(file, csvFile('Date,USD,JPY,\r\n2026-12-01,1,1,\r\n2026-11-30,1.05,150,\r\n'))
    await send.click()
    await expect.element(question.getByText('¥1,000 = $7.00')).toBeVisible()
    await question.getByRole('button', { name: 'It is right' }).click()
    await expect.element(text('Rates set')).toBeVisible()
    await expect.element(text('¥1 = $0.007')).toBeVisible()
    expect(sent('PUT /api/v1/admin/rates/:month').at(-1)?.input).toEqual({
      params: { month: '2026-11' },
      body: { csv: 'Date,USD,JPY,\n2026-11-30,1.05,150,', confirmed: ['¥1,000 = $7.00'] },
    })
  })

  it('are none without orders in other currencies, and loaded again after a failure', async () => {
    const { answer } = await renderApp('/admin/rates', {
      api: {
        ...rates(),
        'GET /api/v1/admin/rates': () => {
          throw refused('internal_error')
        },
      },
    })
    await expect.element(text('Failed to load rates')).toBeVisible()
    answer({ 'GET /api/v1/admin/rates': () => ({ items: [], waiting: 0 }) })
    await button('Retry').click()
    await expect.element(text('No orders in other currencies')).toBeVisible()
    expect(await flawsOf()).toEqual([])
  })
})
