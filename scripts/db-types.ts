// Writes src/platform/database/schema.ts and db/indexes.sql from the database that db makes: `npm run db:types`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { codegenArguments } from './kysely-codegen.ts'
import { indexesOf, indexFile } from './schema-indexes.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-types-'))
const server = await startEmbeddedPostgres({ dataDir })
try {
  await migrate(server.connection)
  execFileSync(process.execPath, codegenArguments(server.connection), { stdio: 'inherit' })
  writeFileSync(path.join(import.meta.dirname, '..', indexFile), await indexesOf(server.connection))
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
