import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { codegenArguments } from '../../scripts/kysely-codegen.ts'
import { indexesOf, indexFile } from '../../scripts/schema-indexes.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { projectDir } from './project-files.ts'

/** The types of the tables in a database, as `npm run db:types` would write them. */
function typesOf(database: TestDatabase): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-schema-'))
  try {
    const file = path.join(folder, 'schema.ts')
    execFileSync(process.execPath, codegenArguments(database.address, file), {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function freshDatabase() {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  return database
}

const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8')
const committed = read('src/platform/database/schema.ts')

it('the types of the tables are those of the database (npm run db:types)', async () => {
  expect(typesOf(await freshDatabase())).toBe(committed)
})

it('a column that a migration adds is found', async () => {
  const database = await freshDatabase()
  await database.owner.pool.query('alter table users add column planted text')
  expect(typesOf(database)).not.toBe(committed)
})

// Plans are tried on much data by `npm run test:large`; an index that goes by accident is seen here.
it('the indexes are those that are written down (npm run db:types)', async () => {
  const { address } = await freshDatabase()
  expect(await indexesOf(address)).toBe(read(indexFile))
})
