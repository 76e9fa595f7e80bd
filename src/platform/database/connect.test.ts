import { expect, it, onTestFinished } from 'vitest'
import { startTransactionPooler } from '../../../tests/fakes/transaction-pooler.ts'
import { createTestDatabase } from '../../../tests/harness/database.ts'
import { requireSessions } from './connect.ts'

// docs/operating.md#poolers

it('a server of its own keeps its sessions', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  await requireSessions(database.address, 20)
})

it('an account that may have too few connections is refused, with the figures', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { user, database: name } = database.address
  await database.owner.pool.query(`alter database ${name} connection limit 12`)
  await requireSessions(database.address, 12)
  await expect(requireSessions(database.address, 24)).rejects.toThrow(
    `The account ${user} may have 12 connections to the database, and Folio takes up to 24.`,
  )
})

it('a pooler in transaction mode is refused, with the way', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { host, port, user, database: name } = database.address
  const pooler = await startTransactionPooler(host, port)
  onTestFinished(() => pooler.close())
  const connectionString = `postgresql://${user}@127.0.0.1:${pooler.port}/${name}`
  await expect(requireSessions({ connectionString }, 20)).rejects.toThrow(
    /^A pooler in front of the database gives each transaction another session.*pool_mode = session there, or point DATABASE_URL to/,
  )
})
