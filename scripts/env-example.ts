// Writes .env.example from the settings' code: `npm run env:example`.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { envExample } from './settings.ts'

writeFileSync(path.join(import.meta.dirname, '../.env.example'), envExample())
