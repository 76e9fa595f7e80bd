import { describe, expect, it } from 'vitest'
import { marketplacesShown } from './report-marketplace.ts'

const header = 'Name,ASIN,Seller,Tracking ID,Date Shipped,Ad Fees'
const row = (seller: string, tag: string, fees = '0.48') =>
  `${header}\r\nPan,B0BUG00001,${seller},${tag},2026-11-20,${fees}\r\n`

// docs/product/reports.md#currencies
describe('which marketplace a report shows', () => {
  it.each([
    ['Amazon as the seller', row('Amazon.co.uk', 'folio-21'), ['uk']],
    ['it among others', row('Amazon.de', 'x') + row('Another shop', 'x'), ['de']],
    ['a tag that several end with', row('Amazon', 'folio-22'), ['jp', 'au', 'sg']],
    ['such a tag and a sign', row('Amazon', 'folio-22', '"¥1,048"'), ['jp']],
    ['a sign alone', row('Amazon', '', '₹20'), ['in']],
    ['two tags of different shops', row('Amazon', 'folio-20') + row('Amazon', 'folio-21'), []],
    ['nothing: a day and an order’s id are no tags', 'order_item_id\n112-1111111-1111120\n2026-11-20', []],
    ['nothing at all', '', []],
  ])('%s', (_, text, shown) => {
    expect(marketplacesShown(text)).toEqual(shown)
  })

  it('leaves sellers that only look like it alone', () => {
    expect(marketplacesShown(row('notamazon.de', ''))).toEqual([])
    expect(marketplacesShown(row('amazon.de.example', ''))).toEqual([])
  })
})
