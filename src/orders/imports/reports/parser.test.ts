import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Dialect, reportText, type TextRow } from '../../testing/report-text.ts'
import { parsed } from './testing/parse.ts'

const one = (row: TextRow, dialect?: Dialect) => parsed(reportText([{}, row, {}], dialect))

describe('Folio’s CSV (docs/product/reports.md#formats)', () => {
  it('reads a row into its cells', async () => {
    const { outcome, rows } = await parsed(
      reportText([
        {
          order_item_id: 'A-1',
          order_date: '2026-11-03 10:00',
          asin: 'b0c7kq4t2m',
          product_title: '=HYPERLINK("https://example.org"), \\N',
          quantity: 2,
          commission_amount: '$1,234.50',
          commission_rate: '0.04',
          order_status: 'Delivered',
          sub_tag: 'mug-1a2b',
          tracking_id: 'folio-20',
        },
      ]),
    )
    expect(outcome).toMatchObject({ outcome: 'read', format: 'folio_csv', rows: 1, failed: 0 })
    expect(rows).toEqual([
      [
        '2',
        'A-1',
        '2026-11-03',
        '2026-11-03T18:00:00.000Z',
        'B0C7KQ4T2M',
        '=HYPERLINK("https://example.org"), \\N',
        '2',
        '123450',
        '400',
        'shipped',
        'mug-1a2b',
        'folio-20',
        // When it was shipped, and the identity and price of rows without an order id.
        '\\N',
        '\\N',
        '\\N',
        '\\N',
      ],
    ])
  })

  it('reads the same rows in every dialect, in UTF-8 and UTF-16, however the file is cut into chunks', async () => {
    const title = fc.string({
      unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', '\\', '😀'),
      maxLength: 10,
    })
    const rows = fc.array(
      fc.record({ product_title: title, quantity: fc.integer({ min: -3, max: 9 }), sub_tag: title }),
      { minLength: 1, maxLength: 6 },
    )
    const dialect = fc.record({
      delimiter: fc.constantFrom<Dialect['delimiter'][]>(',', ';', '\t'),
      newline: fc.constantFrom<Dialect['newline'][]>('\r\n', '\n'),
      bom: fc.boolean(),
      quoted: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        rows,
        dialect,
        fc.boolean(),
        fc.integer({ min: 50, max: 500 }),
        async (written, as, isUtf16, chunkBytes) => {
          const text = reportText(written, as as Dialect)
          const bytes = isUtf16
            ? Buffer.from(`\ufeff${text.replace(/^\ufeff/, '')}`, 'utf16le')
            : Buffer.from(text)
          const { rows: read, errors } = await parsed(bytes, { chunkBytes })
          expect(errors).toEqual([])
          const expected = (cell: string) =>
            cell
              .trim()
              .replace(/[\t\n]+/g, ' ')
              .trim()
          expect(read.map((cells) => [cells[5], cells[6], cells[10]])).toEqual(
            written.map((row) => [
              expected(row.product_title),
              String(row.quantity),
              expected(row.sub_tag) || '\\N',
            ]),
          )
        },
      ),
    )
  })

  it.each([
    [{ order_item_id: '' }, 'order_item_id', 'This cell is empty.'],
    [
      { order_item_id: 'x'.repeat(201) },
      'order_item_id',
      'An order item’s id has 1 to 200 characters, none of them invisible, and a letter or a digit.',
    ],
    [{ order_date: '' }, 'order_date', 'This cell is empty.'],
    [
      { order_date: '03.04.2026' },
      'order_date',
      '“03.04.2026” is no date. Write it as 2026-11-03 or 11/03/2026.',
    ],
    [{ order_date: '2026-02-30' }, 'order_date', '“2026-02-30” is a day that does not exist.'],
    [
      { order_date: '19/07/2026' },
      'order_date',
      '“19/07/2026” does not fit: dates of this file have the month first.',
    ],
    [
      { order_date: '2026-11-25' },
      'order_date',
      '“2026-11-25” lies after the day of the report. Check the date, or the report’s own.',
    ],
    [{ asin: 'B0C7' }, 'asin', '“B0C7” is no ASIN: ten letters and digits.'],
    [{ quantity: 'two' }, 'quantity', '“two” is no quantity. It must be a whole number.'],
    [{ commission_amount: '' }, 'commission_amount', 'This cell is empty.'],
    [{ commission_amount: 'free' }, 'commission_amount', '“free” is no amount. Write it as 12.34.'],
    [{ commission_amount: '0.845' }, 'commission_amount', '“0.845” has parts of a cent.'],
    [
      { commission_amount: '1.234' },
      'commission_amount',
      '“1.234” can be read as whole dollars or as parts of a cent. Write it as 12.34.',
    ],
    [
      { commission_amount: '4,20' },
      'commission_amount',
      '“4,20” is written otherwise than the other amounts of this file. Write all of them as 12.34.',
    ],
    [{ commission_rate: 'low' }, 'commission_rate', '“low” is no rate. Write it as 4% or 0.04.'],
    [
      { order_status: 'lost' },
      'order_status',
      '“lost” is no status. It must be pending, shipped, returned or cancelled.',
    ],
  ] as [TextRow, string, string][])('leaves out a row with %j and says why', async (row, column, message) => {
    const { outcome, problems, rows } = await one(row)
    expect(outcome).toMatchObject({ outcome: 'read', rows: 2, failed: 1 })
    expect(problems).toEqual([
      {
        line: 3,
        orderItemId:
          row.order_item_id === '' ? null : String(row.order_item_id ?? '112-0000000-0000002').slice(0, 200),
        column,
        message,
      },
    ])
    expect(rows.map(([line]) => line)).toEqual(['2', '4'])
  })

  it('names a column as the file does', async () => {
    const { errors } = await parsed(reportText([{}, { asin: 'x' }]).replace('asin', 'ASIN (child)'))
    expect(errors).toEqual(['3, ASIN (child): “x” is no ASIN: ten letters and digits.'])
  })

  it('leaves out rows with too many or too few cells, and those with a broken quotation mark', async () => {
    const row = '11,2026-11-03,B0C7KQ4T2M,A mug,1,4.20,4%,shipped'
    const header = reportText([]).trim()
    const { outcome, errors, rows } = await parsed(
      [
        header,
        row,
        `${row},,`,
        `${row},x`,
        '12,2026-11-03',
        `13,${row.slice(3).replace('A mug', '"A mug')}`,
        '',
        row,
        '',
      ].join('\r\n'),
    )
    expect(errors).toEqual([
      '4, : This row has 9 cells, but there are only 8 columns. A text with commas must stand in quotation marks.',
      '5, : This row has 2 cells, but there are 8 columns.',
      '6, : A quotation mark is opened in this row and not closed. Put a text in two quotation marks, and double those in it.',
    ])
    expect(rows.map(([line]) => line)).toEqual(['2', '3', '8'])
    expect(outcome).toMatchObject({ rows: 3, failed: 3 })
  })

  it('reads a header below a title, and leaves out a row of totals', async () => {
    const { outcome, rows } = await parsed(
      reportText([{ quantity: 2 }, { commission_amount: '-1.20' }], {
        title: 'Commissions, from 2026-11-02 to 2026-11-03',
        totals: { order_item_id: 'Total', quantity: '3', commission_amount: '$3.00' },
      }),
    )
    expect(rows.map(([line]) => line)).toEqual(['3', '4'])
    expect(outcome).toMatchObject({
      rows: 2,
      failed: 0,
      periodDays: ['2026-11-02', '2026-11-03'],
      totals: {
        sums: { quantity: 3, commissionCents: 300 },
        stated: [
          { of: 'quantity', column: 'quantity', value: 3 },
          { of: 'commissionCents', column: 'commission_amount', value: 300 },
        ],
      },
    })
  })

  it('reads amounts with decimal commas where the file proves them', async () => {
    const { rows } = await parsed(
      reportText(
        [{ commission_amount: '1.234' }, { commission_amount: '1.234,50' }, { commission_amount: '4,2' }],
        {
          delimiter: ';',
        },
      ),
    )
    expect(rows.map((cells) => cells[7])).toEqual(['123400', '123450', '420'])
  })
})

describe('Files that are no report', () => {
  const header = reportText([])
  it.each([
    ['nothing', '', 'This file is empty.'],
    ['line ends', '\r\n\r\n', 'This file is empty.'],
    ['a header', header, 'This file names its columns, but has no rows.'],
    [
      'a workbook',
      'PK\x03\x04\x14\0xl/workbook.xml',
      'This is an Excel workbook. Save it as CSV, then import that file.',
    ],
    [
      'an old workbook',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'This is an Excel workbook. Save it as CSV, then import that file.',
    ],
    [
      'an archive',
      'PK\x03\x04\x14\0report.csv',
      'This is a ZIP archive. Unpack it, then import the CSV file in it.',
    ],
    ['a PDF', '%PDF-1.7', 'This is a PDF. Import the CSV file of the report instead.'],
    [
      'a web page',
      '\n<!DOCTYPE html><html>',
      'This is a web page, not a report: perhaps it was saved instead of the file, or the sign-in at Amazon had ended.',
    ],
    ['JSON', '{"items": []}', 'This is JSON. Import the CSV file of the report instead.'],
    [
      'other bytes',
      Buffer.from([1, 0, 2, 0, 3]),
      'This file is not text. Save the report as CSV in UTF-8 (“CSV UTF-8”), then import it.',
    ],
    ['a column too few', reportText([{}]).replace('asin', 'item'), 'This file lacks the column asin.'],
    [
      'a column twice',
      reportText([{}]).replace('order_status', 'order_status,Quantity'),
      'The column quantity appears twice.',
    ],
    [
      'only wrong rows',
      reportText([{ asin: 'x' }, { quantity: '?' }]),
      'None of the 2 rows can be read. Line 2, asin: “x” is no ASIN: ten letters and digits.',
    ],
    [
      'one wrong row',
      reportText([{ quantity: '?' }]),
      'The only row of this file cannot be read. Line 2, quantity: “?” is no quantity. It must be a whole number.',
    ],
  ])('%s', async (_, file, message) => {
    const { outcome } = await parsed(file)
    expect(outcome).toEqual({ outcome: 'failed', code: 'validation_failed', message })
  })

  it.each([
    ['€', reportText([{}, { commission_amount: '€4.20' }])],
    ['EUR', reportText([{ commission_amount: '4.20 EUR' }])],
    ['£', reportText([{}]).replace('commission_amount', 'Commission Amount (£)')],
    ['GBP', reportText([{}]).replace('commission_amount', 'Commission Amount (GBP)')],
    [
      'CAD',
      reportText([{}]).replaceAll('shipped', 'shipped,CAD').replace('order_status', 'order_status,Currency'),
    ],
  ])('one in another currency, shown by %s', async (sign, file) => {
    expect((await parsed(file)).outcome).toEqual({
      outcome: 'failed',
      code: 'currency_unsupported',
      message: `This report has “${sign}”, but amazon.com reports in US dollars (USD). Choose the report’s marketplace.`,
    })
  })

  it('a file whose stored bytes differ from those received', async () => {
    await expect(parsed(reportText([{}]), { fileHash: Buffer.alloc(32) })).rejects.toThrow(
      'The stored file is not the one that was received',
    )
  })
})

describe('a column that no row can be read by', () => {
  const many = (row: TextRow, from = 0) =>
    Array.from({ length: 5_000 }, (_, number) => (number < from ? {} : row))

  it('is told after the first thousand rows, not after all of them', async () => {
    const { outcome, chunksRead } = await parsed(reportText(many({ commission_rate: 'four' })), {
      chunkBytes: 8_192,
    })
    expect(outcome).toEqual({
      ...{ outcome: 'failed', code: 'validation_failed' },
      message:
        'None of the first 1,000 rows can be read. Line 2, commission_rate: “four” is no rate. Write it as 4% or 0.04.',
    })
    expect(chunksRead).toBeLessThan(15)
  })

  it('is none where one of them can be read, where they fail for different columns, or where later rows prove how', async () => {
    const rate = { commission_rate: 'four' }
    expect((await parsed(reportText(many(rate, 1)))).outcome).toMatchObject({ rows: 1, failed: 4_999 })
    const [first, ...others] = many(rate)
    const differing = reportText([{ ...first, asin: '?' }, ...others, {}])
    expect((await parsed(differing)).outcome).toMatchObject({ rows: 1, failed: 5_000 })
    const commas = reportText([...many({ commission_amount: '1.234,00' }), {}])
    expect((await parsed(commas)).outcome).toMatchObject({ failed: 1 })
  })

  it('is none where an admin may say what their statuses mean', async () => {
    const { outcome } = await parsed(reportText(many({ order_status: 'Versandt' })))
    expect(outcome).toMatchObject({ outcome: 'read', unknownStatuses: [{ rows: 5_000 }] })
  })
})
