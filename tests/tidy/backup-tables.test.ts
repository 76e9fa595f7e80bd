import { expect, it, onTestFinished } from 'vitest'
import { readTables } from '../../src/platform/backup/catalog.ts'
import { isTaken, keyTables, omittedTables } from '../../src/platform/backup/omitted.ts'
import { createTestDatabase } from '../harness/database.ts'

it('a backup takes every table but those omitted for a reason, all of which there are (decision 75)', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const client = await database.pool.connect()
  const tables = await readTables(client)
  client.release()
  const names = tables.map(({ name }) => name)
  expect([...Object.keys(omittedTables), ...keyTables].filter((name) => !names.includes(name))).toEqual([])
  expect(names.filter((name) => !isTaken(name, true)).sort()).toEqual(Object.keys(omittedTables).sort())
  expect(names.filter((name) => isTaken(name, true) && !isTaken(name, false))).toEqual([...keyTables].sort())
  // Partitions are taken one by one.
  expect(names).toContain('clicks_default')
  expect(names).not.toContain('clicks')
})
