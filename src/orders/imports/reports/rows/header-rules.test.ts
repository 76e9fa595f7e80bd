import { describe, expect, it } from 'vitest'
import { headerOf, missingHeader } from './header-rules.ts'

const folio =
  'order_item_id,order_date,asin,product_title,quantity,commission_amount,commission_rate,order_status'.split(
    ',',
  )

describe('Headers (docs/product/reports.md#formats)', () => {
  it.each([
    ['as they are described', folio],
    ['in another order', folio.toReversed()],
    ['in capitals', folio.map((name) => name.toUpperCase())],
    ['with spaces', folio.map((name) => ` ${name.replaceAll('_', ' ')} `)],
    ['with a currency', folio.map((name) => (name === 'commission_amount' ? 'Commission Amount ($)' : name))],
    ['with others', ['Number', ...folio, 'Remark']],
  ])('knows Folio’s columns %s', (_, names) => {
    const header = headerOf(names)
    expect(header?.format).toBe('folio_csv')
    for (const [index, name] of names.entries())
      if (folio.includes(name.trim().toLowerCase().replaceAll(' ', '_')))
        expect(header?.columns.get(name.trim().toLowerCase().replaceAll(' ', '_'))).toBe(index)
  })

  it.each([
    ['sub_tag', 'sub_tag'],
    ['Sub Tag', 'sub_tag'],
    ['subtag', 'sub_tag'],
    ['ascsubtag', 'sub_tag'],
    ['tracking_id', 'tracking_id'],
    ['Tracking ID', 'tracking_id'],
    ['Tag', 'tracking_id'],
  ])('knows the column %s as %s', (written, column) => {
    expect(headerOf([...folio, written])?.columns.get(column)).toBe(folio.length)
  })

  it('knows Amazon’s two formats', () => {
    const earnings =
      'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($),Device Type Group,Direct Sale'
    const orders = 'Category,Name,ASIN,Date,Qty,Price($),Link Type,Tag,Indirect Sales,Device Type Group'
    expect(headerOf(earnings.split(','))?.format).toBe('fee_earnings')
    expect(headerOf(orders.split(','))?.format).toBe('fee_orders')
  })

  it('names the missing columns of the nearest format', () => {
    const without = (...names: string[]) =>
      missingHeader([['My report'], folio.filter((name) => !names.includes(name))])
    expect(without('asin')).toBe('This file lacks the column asin.')
    expect(without('asin', 'quantity', 'order_status')).toBe(
      'This file lacks the columns asin, quantity and order_status.',
    )
    expect(missingHeader([['Category', 'Name', 'ASIN', 'Seller', 'Items Shipped', 'Ad Fees($)']])).toBe(
      'This file lacks the column Date Shipped.',
    )
    expect(missingHeader([['1', '2'], ['3']])).toBe(
      'No line of this file names the columns of a report. It needs order_item_id, order_date, asin, product_title, quantity, commission_amount, commission_rate and order_status, or the columns of Amazon’s Fee-Earnings or Fee-Orders.',
    )
  })
})
