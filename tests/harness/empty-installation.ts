import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { publicKeyText } from '../../src/platform/backup/signing.ts'
import type { TestDatabase } from './database.ts'

const signingKey = Buffer.alloc(32, 1)

/** The setting by which backups of tests are signed, and the options by which a restore trusts them. */
export const signing = { BACKUP_SIGNING_KEY: signingKey.toString('base64') }
export const trusted: string[] = ['--trust', publicKeyText(signingKey)]

/** A folder that is removed with the test. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A database without anything in it, owned by an account that is no superuser, as on managed servers. */
export async function emptyDatabase(): Promise<
  Pick<TestDatabase, 'address'> & { query: pg.Client['query'] }
> {
  const server = inject('server')
  const name = `managed_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`create role ${name} login`)
  await admin.query(`create database ${name} owner ${name}`)
  const address = { ...server, user: name, database: name }
  const client = new pg.Client(address)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${name}`)
    await admin.end()
  })
  return { address, query: client.query.bind(client) as pg.Client['query'] }
}
