import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../../../tests/harness/random-runs.ts'
import { createScanner, type Scanned } from './scanner.ts'

/** Scans a text that comes in pieces of some length. */
function scanned(
  text: string,
  {
    delimiter = ',',
    pieceLength = 65_536,
    width,
  }: { delimiter?: string; pieceLength?: number; width?: number } = {},
): Scanned[] {
  const scanner = createScanner(delimiter, width ? { line: 0, width } : undefined)
  const rows: Scanned[] = []
  for (let at = 0; at < text.length; at += pieceLength)
    rows.push(...scanner.read(text.slice(at, at + pieceLength), false))
  return [...rows, ...scanner.read('', true)]
}
const cells = (rows: Scanned[]) => rows.map((row) => ('cells' in row ? row.cells : row.problem))

const anyCell = fc.string({
  unit: fc.constantFrom('a', 'é', ' ', '"', ',', ';', '\t', '\n', '\r', '😀'),
  maxLength: 8,
})
const anyTable = fc.array(fc.array(anyCell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
const anyDialect = {
  delimiter: fc.constantFrom(',', ';', '\t'),
  newline: fc.constantFrom('\r\n', '\n', '\r'),
  quoted: fc.boolean(),
  pieceLength: fc.integer({ min: 1, max: 30 }),
}

describe('Scanning CSV', () => {
  it('reads whatever csv-stringify has written, in pieces of any length', () => {
    fc.assert(
      fc.property(anyTable, fc.record(anyDialect), (table, { delimiter, newline, quoted, pieceLength }) => {
        const text = stringify(table, {
          delimiter,
          record_delimiter: newline,
          // A reader also takes lone line ends of another kind for line ends.
          quoted: quoted || table.flat().some((cell) => /[\r\n]/.test(cell)),
        })
        expect(cells(scanned(text, { delimiter, pieceLength }))).toEqual(table)
      }),
    )
  })

  it('agrees with csv-parse on every text that csv-parse accepts', () => {
    let compared = 0
    const anyText = fc.string({ unit: fc.constantFrom('a', 'b', '"', '"', ',', '\n', '\r\n'), maxLength: 30 })
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 30 }), (text, pieceLength) => {
        let expected: string[][]
        try {
          expected = parse(text, {
            record_delimiter: ['\r\n', '\n'],
            relax_column_count: true,
            relax_quotes: false,
          })
        } catch {
          return
        }
        compared += 1
        expect(cells(scanned(text, { pieceLength }))).toEqual(expected)
      }),
      randomRuns(2_000),
    )
    expect(compared).toBeGreaterThan(200)
  })

  it('counts rows as spreadsheets do', () => {
    const rows = scanned('a,b\n\n"c\nd",e\nf,g')
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4])
    expect(cells(rows)).toEqual([['a', 'b'], [''], ['c\nd', 'e'], ['f', 'g']])
  })

  it.each([1, 3, 7, 1000])(
    'gives up only the line of a quotation mark that is left open (pieces of %i)',
    (pieceLength) => {
      expect(cells(scanned('1,"a\n2,b\n3,c', { pieceLength }))).toEqual([
        'open_quote',
        ['2', 'b'],
        ['3', 'c'],
      ])
      // Otherwise the mark of a later cell closes it.
      expect(cells(scanned('1,"a\r\n2,b\r\n3,"c, d"\r\n4,e\r\n', { pieceLength }))).toEqual([
        'misplaced_quote',
        ['2', 'b'],
        ['3', 'c, d'],
        ['4', 'e'],
      ])
      // It happens to close at the end of a cell, but the row then has another number of cells.
      expect(cells(scanned('1,"a\n2,b\n3,c"\n4,e\n', { pieceLength, width: 3 }))).toEqual([
        'open_quote',
        ['2', 'b'],
        ['3', 'c"'],
        ['4', 'e'],
      ])
    },
  )

  it('reports a row with a quotation mark in the middle of a quoted cell as broken, and accepts one in a plain cell', () => {
    expect(cells(scanned('1,"a"b\n2,5" screen\n'))).toEqual(['misplaced_quote', ['2', '5" screen']])
  })

  it('skips a line of any length without holding it in memory', () => {
    const scanner = createScanner(',')
    const found = scanner.read('1,a\n2,', false)
    for (let i = 0; i < 200; i += 1) found.push(...scanner.read('x'.repeat(65_536), false))
    found.push(...scanner.read('\n3,"', false))
    for (let i = 0; i < 200; i += 1) found.push(...scanner.read('y'.repeat(65_536), false))
    found.push(...scanner.read('\n4,b', true))
    expect(cells(found)).toEqual([['1', 'a'], 'too_long', 'too_long', ['4', 'b']])
    expect(found.map(({ line }) => line)).toEqual([1, 2, 3, 4])
  })

  it('reads rows after a quotation mark that is open for longer than any row', () => {
    const text = `1,"a\n${'2,b\n'.repeat(50_000)}`
    const rows = scanned(text, { pieceLength: 10_000 })
    expect(rows).toHaveLength(50_001)
    expect(rows[0]).toEqual({ line: 1, problem: 'open_quote' })
    expect(rows.at(-1)).toEqual({ line: 50_001, cells: ['2', 'b'] })
  })
})
