import { expect, it } from 'vitest'
import { appFile, exportName } from './export-file.ts'

it.each([
  ['Folio', 'folio-ledger-2026-11-22.csv'],
  ['Łucja & Zoë’s Shelf', 'ucja-zoe-s-shelf-ledger-2026-11-22.csv'],
  ['棚', 'ledger-2026-11-22.csv'],
])('a file of %s is named after it, as far as it has Latin letters', (appName, expected) => {
  const name = exportName('ledger', 'csv', new Date('2026-11-22T23:59:59Z'))
  expect(appFile(appName, name)).toBe(expected)
})
