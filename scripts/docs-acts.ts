// Writes the tables of sensitive acts into docs/security.md from the lists in code: `npm run docs:acts`.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { drawTables, withTables } from './acts-table.ts'

const document = path.join(import.meta.dirname, '../docs/security.md')
writeFileSync(document, withTables(readFileSync(document, 'utf8'), await drawTables()))
