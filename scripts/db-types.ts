// Writes src/platform/database/schema.ts from the migrations: `npm run db:types`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { codegenArguments } from './kysely-codegen.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-types-'))
const server = await startEmbeddedPostgres({ dataDir })
try {
  await migrate(server.connection)
  execFileSync(process.execPath, codegenArguments(server.connection), { stdio: 'inherit' })
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
