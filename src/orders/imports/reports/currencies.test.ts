import { describe, expect, it } from 'vitest'
import { parsed } from './testing/parse.ts'

const header =
  'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price,Items Shipped,Returns,Revenue,Ad Fees,Device Type Group,Direct Sale'
const earned = (fees: string, head = header) =>
  `${head}\nHome,Pan,B0BUG00001,Amazon,folio-21,2026-11-03,12.00,1,0,12.00,${fees},DESKTOP,Yes\n`
const amountOf = async (fees: string, of: { marketplace: string; currency: string }, head?: string) => {
  const { rows, errors, outcome } = await parsed(earned(fees, head), of)
  return rows[0] ? Number(rows[0][7]) : (errors[0] ?? outcome)
}

// docs/product/reports.md#currencies
describe('a report is in the currency of its marketplace', () => {
  it.each([
    ['uk', 'GBP', '0.48', 48],
    ['uk', 'GBP', '£0.48', 48],
    ['uk', 'GBP', 'GBP 0.48', 48],
    ['de', 'EUR', '€0.48', 48],
    ['in', 'INR', 'Rs. 120.00', 12_000],
    ['in', 'INR', '"₹1,20.50"', '2, Ad Fees: “₹1,20.50” is no amount. Write it as 12.34.'],
    ['se', 'SEK', '4.20 kr', 420],
    ['ca', 'CAD', '$0.48', 48],
    ['ca', 'CAD', 'CA$0.48', 48],
    ['jp', 'JPY', '48', 48],
    ['jp', 'JPY', '"¥1,048"', 1_048],
    ['jp', 'JPY', '48.00', 48],
  ])('%s: %s %s', async (marketplace, currency, fees, amount) => {
    const found = await amountOf(fees, { marketplace, currency })
    expect(
      typeof amount === 'string' ? String((found as { message?: string }).message ?? found) : found,
    ).toEqual(
      typeof amount === 'string' ? expect.stringContaining('is no amount. Write it as 12.34.') : amount,
    )
  })

  it('has no parts of a yen', async () => {
    expect(JSON.stringify(await amountOf('48.50', { marketplace: 'jp', currency: 'JPY' }))).toContain(
      '“48.50” has parts of the smallest unit.',
    )
  })

  it.each([
    ['uk', 'GBP', '$0.48', '$', 'amazon.co.uk reports in pounds sterling (GBP)'],
    ['uk', 'GBP', '€0.48', '€', 'amazon.co.uk reports in pounds sterling (GBP)'],
    ['ca', 'CAD', 'US$0.48', 'US$', 'amazon.ca reports in Canadian dollars (CAD)'],
    ['us', 'USD', 'CA$0.48', 'CA$', 'amazon.com reports in US dollars (USD)'],
    ['jp', 'JPY', '48 EUR', 'EUR', 'amazon.co.jp reports in yen (JPY)'],
  ])('%s: another one is refused: %s %s', async (marketplace, currency, fees, found, reports) => {
    expect(await amountOf(fees, { marketplace, currency })).toEqual({
      outcome: 'failed',
      code: 'currency_unsupported',
      message: `This report has “${found}”, but ${reports}. Choose the report’s marketplace.`,
    })
  })

  it('is refused by the sign in a column’s name', async () => {
    const inDollars = header.replace('Ad Fees', 'Ad Fees($)')
    expect(await amountOf('0.48', { marketplace: 'uk', currency: 'GBP' }, inDollars)).toMatchObject({
      code: 'currency_unsupported',
    })
    expect(await amountOf('0.48', { marketplace: 'ca', currency: 'CAD' }, inDollars)).toBe(48)
  })
})
