// Writes the table of sensitive acts into docs/security.md from the one in code: `npm run docs:acts`.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { drawActs, withActs } from './acts-table.ts'

const document = path.join(import.meta.dirname, '../docs/security.md')
writeFileSync(document, withActs(readFileSync(document, 'utf8'), drawActs()))
