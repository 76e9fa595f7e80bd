import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { migrate } from '../../src/platform/database/migrate.ts'
import { createOwnedDatabase, type TestDatabase } from './database.ts'

const migrations = path.join(import.meta.dirname, '../../db/migrations')

/** A database of the program's version whose last migration has this number, with one account for all, as it had then. */
export async function databaseOf(last: number): Promise<TestDatabase> {
  const database = await createOwnedDatabase('template1')
  const dir = mkdtempSync(path.join(tmpdir(), 'folio-upgrade-'))
  onTestFinished(async () => {
    await database.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const isOlder = (file: string) => file === migrations || Number(path.basename(file).slice(0, 4)) <= last
  cpSync(migrations, dir, { recursive: true, filter: isOlder })
  await migrate(database.address, { dir })
  return database
}
