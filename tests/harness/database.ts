import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { embeddedApp } from '../../src/platform/database/server.ts'
import { templateDatabase } from './global-setup.ts'

type Address = { host: string; port: number; user: string; database: string }

export type TestDatabase = Database & {
  address: Address
  /** For statements that the app may not run itself: as the account that owns the tables, a superuser here. */
  owner: Pick<Database, 'db' | 'pool'> & { address: Address }
}

/**
 * A fresh database with the current schema, used as the app uses it; `close` drops it. `owner` connects when it is
 * first asked.
 */
export const createTestDatabase = (): Promise<TestDatabase> => copyOf(templateDatabase, embeddedApp)

/** A fresh copy of any database, used as its owner. */
export const createOwnedDatabase = (template: string): Promise<TestDatabase> =>
  copyOf(template, inject('server').user)

async function copyOf(template: string, user: string): Promise<TestDatabase> {
  const server = inject('server')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copies files, which takes a third of the time of PostgreSQL's default way.
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  const address = { ...server, user, database: name }
  const database = openDatabase(address, { max: 8 })
  const ownerAddress = { ...server, database: name }
  const owner = openDatabase(ownerAddress, { max: 8 })
  return {
    ...database,
    address,
    owner: { db: owner.db, pool: owner.pool, address: ownerAddress },
    close: async () => {
      await Promise.all([database.close(), owner.close()])
      await onServer(`drop database ${name} with (force)`)
    },
  }
}

async function onServer(statement: string) {
  const client = new pg.Client({ ...inject('server'), database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
