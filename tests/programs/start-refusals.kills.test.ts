import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { startRefused } from '../harness/process.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'folio-refusals-'))
// PostgreSQL's account must have access, where root runs this.
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const programs = ['src/main.ts', 'src/admin.ts', 'src/verify.ts', 'db/demo/run.ts'] as const
type Program = (typeof programs)[number]

/** The program's only line on standard error before it ends with 1; it must print nothing else. */
async function refusal(env: Record<string, string>, program: Program = 'src/main.ts'): Promise<string> {
  const args = program === 'src/admin.ts' ? ['list'] : []
  const { code, out, err } = await startRefused({ PORT: '0', LOG_LEVEL: 'info', ...env }, program, args)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^.+\n$/)
  return err.trimEnd()
}

const someone = 'folio:do-not-tell@'

describe('a database that cannot be reached', () => {
  it.each(programs)('is reported in a sentence: %s', async (program) => {
    const DATABASE_URL = `postgresql://${someone}127.0.0.1:1/shop`
    expect(await refusal({ DATABASE_URL }, program)).toBe(
      'Cannot connect to the database shop at 127.0.0.1:1: nothing listens there. ' +
        'Check DATABASE_URL, and that PostgreSQL runs there.',
    )
  })

  it.each([
    [`${someone}no-such-host.invalid/shop`, 'its host is not known'],
    [`${someone}127.0.0.1:1/shop?sslrootcert=/no/such/file&sslmode=verify-full`, 'ENOENT'],
  ])('is reported in a sentence: %s', async (where, reason) => {
    const output = await refusal({ DATABASE_URL: `postgresql://${where}` })
    expect(output).toContain(reason)
    expect(output).toContain('Check DATABASE_URL')
    expect(output).not.toContain('do-not-tell')
  })
})

describe('a database that cannot be used', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.close())

  const address = ({ user = database.address.user, name = database.address.database, more = '' }) =>
    `postgresql://${user}@localhost:${database.address.port}/${name}?host=${encodeURIComponent(database.address.host)}${more}`

  it('because none has its name', async () => {
    expect(await refusal({ DATABASE_URL: address({ name: 'no_such_shop' }) })).toContain(
      'there is no database of this name. Check DATABASE_URL',
    )
  })

  it('because it does not know the user', async () => {
    expect(await refusal({ DATABASE_URL: address({ user: 'no_such_user' }) })).toContain(
      'it refuses the user or the password. Check DATABASE_URL',
    )
  })

  it('because its server is too old', async () => {
    await database.owner.pool.query('create schema older')
    await database.owner.pool.query(`
      create function older.current_setting(name text) returns text language sql as $$
        select case name when 'server_version' then '16.3' when 'server_version_num' then '160003' end
      $$`)
    await database.owner.pool.query('grant usage on schema older to public')
    const DATABASE_URL = address({ more: '&options=-csearch_path%3Dolder,pg_catalog,public' })
    expect(await refusal({ DATABASE_URL })).toMatch(
      /^The database test_\w+ at .* is PostgreSQL 16\.3, but Folio needs version 18\. Move /,
    )
  })

  it('because a newer version has migrated it', async () => {
    await database.owner.pool.query(
      `insert into migrations (name, run_on) values ('9999_of_tomorrow', localtimestamp)`,
    )
    expect(await refusal({ DATABASE_URL: address({}) })).toBe(
      'The database was updated by a newer version of Folio: 9999_of_tomorrow is not known here. ' +
        'Start that version, or restore an earlier backup.',
    )
  })

  it('because its account may not make tables', async () => {
    const user = `guest_${randomBytes(4).toString('hex')}`
    const name = `${database.address.database}_empty`
    await database.owner.pool.query(`create role ${user} login`)
    await database.owner.pool.query(`create database ${name}`)
    try {
      expect(await refusal({ DATABASE_URL: address({ user, name }) })).toMatch(
        /^The database could not be updated: .*permission denied for schema public\. Its account must /,
      )
    } finally {
      await database.owner.pool.query(`drop database ${name}`)
      await database.owner.pool.query(`drop role ${user}`)
    }
  })

  it('because a signing key in it cannot be read', async () => {
    await database.owner.pool.query(
      `insert into signing_keys (kid, private_jwk, public_jwk, created_at) values ('torn', '{}', '{}', now())`,
    )
    expect(await refusal({ DATABASE_URL: address({}) })).toMatch(
      /^The signing key torn in the database cannot be read\. Restore .*signing_keys/,
    )
  })

  it('because of a fault in the program, whose stack is shown on request', async () => {
    await database.owner.pool.query('alter table signing_keys rename to keys_of_signing')
    const env = { DATABASE_URL: address({}), PORT: '0' }
    expect(await refusal(env)).toBe(
      'This is a fault in the program: relation "signing_keys" does not exist. LOG_LEVEL=debug shows where.',
    )
    const { code, err } = await startRefused({ ...env, LOG_LEVEL: 'debug' })
    expect(code).toBe(1)
    expect(err).toMatch(/relation "signing_keys" does not exist\n.* at /s)
  })
})

describe('a data folder that cannot be used', () => {
  it.each(programs)('because a file is in its place: %s', async (program) => {
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    expect(await refusal({ DATA_DIR: path.join(file, 'data') }, program)).toMatch(
      /^Folio cannot keep its database in .*file\/data: EEXIST.* point DATA_DIR to another folder\.$/,
    )
  })

  it('because another major version wrote it', async () => {
    const cluster = path.join(folder, 'old/postgres/cluster')
    mkdirSync(cluster, { recursive: true })
    writeFileSync(path.join(cluster, 'PG_VERSION'), '16\n')
    expect(await refusal({ DATA_DIR: path.join(folder, 'old') })).toMatch(/written by PostgreSQL 16, but/)
  })
})

describe('settings whose error shows only when they are used', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.close())

  it.each([
    [{ GEO_DATABASE: '/no/such/file.mmdb' }, /^GEO_DATABASE: the file .* cannot be read \(ENOENT\)/],
    [{ SIGNING_KEYS: '{"keys":[{"d":"do-not-tell"}]}' }, /^SIGNING_KEYS must be a JSON Web Key Set/],
    [{ HOST: '192.0.2.1' }, /^Cannot listen on 192\.0\.2\.1.*EADDRNOTAVAIL.* Check HOST and PORT\.$/],
    [{ HOST: '192.0.2.1', PORT: '1' }, /^Cannot listen on 192\.0\.2\.1:1 .* Check HOST and PORT\.$/],
    [{ HOST: 'no-such-host.invalid' }, /^Cannot listen on no-such-host\.invalid.* Check HOST and PORT\.$/],
  ])('%j', async (env, words) => {
    const { user, port, database: name, host } = database.address
    const DATABASE_URL = `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
    const output = await refusal({ DATABASE_URL, ...env })
    expect(output).toMatch(words)
    expect(output).not.toContain('do-not-tell')
  })
})

it('a mistyped recipient of backups is reported in a sentence', async () => {
  // As age-keygen has written it, but for its last sign.
  const BACKUP_RECIPIENTS = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q'
  expect(await refusal({ BACKUP_RECIPIENTS, DATA_DIR: folder })).toBe(
    `${BACKUP_RECIPIENTS} is not a recipient of the age format, or is mistyped: age-keygen writes them as age1…`,
  )
})
