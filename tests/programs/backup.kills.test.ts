import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isTaken } from '../../src/platform/backup/omitted.ts'
import { addKeyFile } from '../../src/platform/secrets/key-file.ts'
import { startTestApp } from '../harness/app.ts'
import { createTestDatabase } from '../harness/database.ts'
import { fillWithSmallDemo } from '../harness/demo.ts'
import { emptyDatabase, newFolder, signing, trusted } from '../harness/empty-installation.ts'
import { insertPerson } from '../harness/factories.ts'
import { signUp, signUpAt } from '../harness/people.ts'
import { type FolioProcess, runCommand, startCommand, startFolio } from '../harness/process.ts'

/** What all taken tables hold, as a sum for each. */
async function contents(query: pg.Client['query']): Promise<Record<string, string>> {
  const { rows: tables } = await query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    if (!isTaken(name, true)) continue
    const { rows } = await query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as sum from "${name}" t`,
    )
    sums[name] = rows[0].sum
  }
  return sums
}

/** Everything that the schema consists of, but for what belongs to the moment, as the partitions of months. */
async function schema(query: pg.Client['query']): Promise<unknown[]> {
  const { rows } = await query(`
    select 'column ' || attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || attnotnull as thing
    from pg_attribute join pg_class c on c.oid = attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || convalidated || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    union all select 'trigger ' || tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select 'index ' || indexrelid::regclass || pg_get_indexdef(indexrelid) from pg_index
      join pg_class c on c.oid = indrelid where c.relnamespace = 'public'::regnamespace
    union all select 'function ' || oid::regprocedure || md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`)
  return rows.map(({ thing }) => thing).filter((thing: string) => !/clicks_\d{4}_\d{2}/.test(thing))
}

describe('a backup of the running program (docs/backup.md)', () => {
  it('is restored elsewhere with all rows, verified, and shows the same pages', {
    timeout: 300_000,
  }, async () => {
    const [from, to, managed] = [newFolder(), newFolder(), await emptyDatabase()]
    const file = path.join(newFolder(), 'folio.tar')
    const { creator, password } = fillWithSmallDemo(from)
    const folio = await startFolio(from)
    onTestFinished(async () => void (await folio.end('SIGTERM')))

    const load = underLoad(folio)
    expect(await runCommand('backup', { dataDir: from }, [`${file}.loaded`], signing)).toMatchObject({
      code: 0,
    })
    await load.end()
    const pages = await pagesOf(folio)
    expect(await runCommand('backup', { dataDir: from }, [file, '--keys'], signing)).toMatchObject({
      code: 0,
    })

    const loaded = await runCommand('restore', managed, [`${file}.loaded`, ...trusted], {
      DATA_DIR: newFolder(),
    })
    expect(loaded.err + loaded.out).not.toContain('WRONG')
    expect(loaded.code).toBe(0)

    const restored = await runCommand('restore', { dataDir: to }, [file, ...trusted])
    expect(restored.err + restored.out).not.toContain('WRONG')
    expect(restored.code).toBe(0)
    await folio.end('SIGTERM')
    const again = await startFolio(to, { PORT: new URL(folio.url).port })
    onTestFinished(async () => void (await again.end('SIGTERM')))
    const restoredPages = await pagesOf(again)
    expect(Object.keys(pages).filter((at) => restoredPages[at] !== pages[at])).toEqual([])
    const signIn = await fetch(new URL('/auth/v1/token?grant_type=password', again.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: creator, password }),
    })
    expect(signIn.status).toBe(200)
  })

  it('has each table row by row, in the schema of a fresh database', async () => {
    const app = await startTestApp()
    onTestFinished(() => app.close())
    const maya = await signUp(app)
    await app.request('POST', '/api/v1/products', {
      token: maya.token,
      body: {
        amazon_url: 'https://www.amazon.com/dp/B0BACKUP01',
        title: 'Kettle\\ \t\n"é',
        category_id: null,
      },
    })
    const file = path.join(newFolder(), 'folio.tar')
    const [from, to] = [newFolder(), newFolder()]
    const key = path.join('keys', 'payout-details.key')
    await addKeyFile(path.join(from, key), Buffer.alloc(32, 7))
    const query = app.database.pool.query.bind(app.database.pool) as pg.Client['query']
    const [rows, things] = [await contents(query), await schema(query)]
    const backedUp = await runCommand('backup', app.database, [file, '--keys'], {
      DATA_DIR: from,
      ...signing,
    })
    expect(backedUp).toMatchObject({ code: 0 })
    const managed = await emptyDatabase()
    await addKeyFile(path.join(to, key), Buffer.alloc(32, 8))
    const refused = await runCommand('restore', managed, [file, ...trusted], { DATA_DIR: to })
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.err).toContain('Another key lies at')
    rmSync(path.join(to, key))
    expect(await runCommand('restore', managed, [file, ...trusted], { DATA_DIR: to })).toMatchObject({
      code: 0,
    })
    expect(readFileSync(path.join(to, key))).toEqual(Buffer.alloc(32, 7))
    expect(await contents(managed.query)).toEqual(rows)
    expect(await schema(managed.query)).toEqual(things)
  })
})

describe('a restore (docs/backup.md)', () => {
  /** An archive of a database with one account. */
  async function archive() {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    await insertPerson(database.db)
    const file = path.join(newFolder(), 'folio.tar')
    expect(await runCommand('backup', database, [file], signing)).toMatchObject({ code: 0 })
    return { database, file }
  }

  it('refuses what is no archive, is cut short, damaged or newer, and leaves nothing', async () => {
    const { file } = await archive()
    const managed = await emptyDatabase()
    const dataDir = newFolder()
    const refused = async (bytes: Buffer) => {
      const other = path.join(newFolder(), 'other.tar')
      writeFileSync(other, bytes)
      const { code, err } = await runCommand('restore', managed, [other, ...trusted], { DATA_DIR: dataDir })
      expect(code).toBe(1)
      const { rows } = await managed.query(`select to_regclass('users') is not null as there`)
      if (rows[0].there) expect((await managed.query('select from users')).rowCount).toBe(0)
      return err
    }
    const bytes = readFileSync(file)
    expect(await refused(Buffer.from('no archive'.repeat(500)))).toContain(
      'This file is not a backup of Folio.',
    )
    expect(await refused(Buffer.alloc(0))).toContain('This file is not a backup of Folio.')
    expect(await refused(bytes.subarray(0, bytes.length - 5_000))).toContain('This archive is not complete')
    const users = bytes.indexOf('tables/users/')
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(users + 540) ^ 1, users + 540)
    expect(await refused(flipped)).toContain('This archive is damaged: tables/users/')
    const head = Buffer.from(bytes.toString('latin1').replace('"format": 2', '"format": 9'), 'latin1')
    expect(await refused(head)).toContain('made by a newer version of Folio')
    expect(await runCommand('restore', managed, [file, ...trusted], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
    })
  })

  it('reads what was encrypted for its key, and nothing else', async () => {
    const { database } = await archive()
    const [key, other] = await Promise.all([generateX25519Identity(), generateX25519Identity()])
    const folder = newFolder()
    const file = path.join(folder, 'folio.tar.age')
    writeFileSync(path.join(folder, 'key.txt'), `# created: today\n${key}\n`)
    writeFileSync(path.join(folder, 'other.txt'), `${other}\n`)
    const to = ['--to', await identityToRecipient(key)]
    expect((await runCommand('backup', database, [file, '--to', 'age1nobody'], signing)).err).toContain(
      'age1nobody is not a recipient',
    )
    expect(await runCommand('backup', database, [file, ...to], signing)).toMatchObject({ code: 0 })
    const managed = await emptyDatabase()
    const restore = (...more: string[]) =>
      runCommand('restore', managed, [file, ...trusted, ...more], { DATA_DIR: folder })
    expect((await restore()).err).toContain('This archive is encrypted')
    expect((await restore('--identity', path.join(folder, 'other.txt'))).err).toContain(
      'encrypted for another key',
    )
    expect(await restore('--identity', path.join(folder, 'key.txt'))).toMatchObject({ code: 0 })
    expect((await managed.query('select from users')).rowCount).toBe(1)
  })

  it('trusts by the command that the backup prints, and otherwise asks, which needs a terminal', async () => {
    const { database } = await archive()
    const [from, to] = [newFolder(), newFolder()]
    const file = path.join(newFolder(), 'folio one.tar')
    const backedUp = await runCommand('backup', database, [file, '--keys'], { DATA_DIR: from })
    const [, key = ''] =
      /npm run restore -- '\/.*folio one\.tar' --trust (ed25519:\S+)\n/.exec(backedUp.out) ?? []
    expect((await runCommand('backup', database, ['--key'], { DATA_DIR: from })).out).toBe(`${key}\n`)
    const managed = await emptyDatabase()
    const restore = (...more: string[]) => runCommand('restore', managed, [file, ...more], { DATA_DIR: to })
    expect((await restore()).err).toContain(`If that is yours, restore it with --trust ${key}`)
    expect((await restore(...trusted)).err).toContain('which is not one of the keys that you trust')
    expect((await restore('--unsigned')).code).toBe(1)
    expect((await restore('--unsigned', '--trust', key)).code).toBe(2)
    expect((await managed.query(`select to_regclass('restoring') as mark`)).rows).toEqual([{ mark: null }])
    expect(await restore('--trust', key)).toMatchObject({ code: 0 })
    // The key that signs is in no archive.
    expect(readdirSync(path.join(from, 'keys'))).toContain('backups.key')
    expect(existsSync(path.join(to, 'keys/backups.key'))).toBe(false)
  })

  it('refuses an installation that is used, and one that runs', async () => {
    const { database, file } = await archive()
    const used = await runCommand('restore', { address: database.address }, [file, ...trusted])
    expect(used).toMatchObject({ code: 1 })
    expect(used.err).toContain('Folio is running on this database')
    const other = await createTestDatabase()
    await insertPerson(other.db)
    const { address } = other
    await other.pool.end()
    expect((await runCommand('restore', { address }, [file, ...trusted])).err).toContain(
      'this database is not empty',
    )
    const foreign = await emptyDatabase()
    await foreign.query('create table theirs ()')
    expect((await runCommand('restore', foreign, [file, ...trusted])).err).toContain(
      'this database is not empty',
    )
  })

  it('killed at any moment is done again, and nobody starts on a half of it', {
    timeout: 300_000,
  }, async () => {
    const { file } = await archive()
    const managed = await emptyDatabase()
    const env = { DATA_DIR: newFolder() }
    for (const ms of [300, 700, 1_100, 1_500, 1_900]) {
      const child = startCommand('restore', managed, [file, ...trusted], env)
      const killing = setTimeout(() => child.kill('SIGKILL'), ms)
      await new Promise((resolve) => child.once('exit', resolve))
      clearTimeout(killing)
      if (child.exitCode === 0) break
      const { rows } = await managed.query(`select to_regclass('restoring') is not null as is_marked`)
      if (!rows[0].is_marked) continue
      expect((await runCommand('verify', managed, [], env)).err).toContain('A restore was not finished here')
    }
    const { code, err } = await runCommand('restore', managed, [file, ...trusted], env)
    // It had come to its end before it was killed.
    if (code !== 0) expect(err).toContain('this database is not empty')
    expect((await managed.query('select from users')).rowCount).toBe(1)
    expect((await managed.query(`select to_regclass('restoring') as mark`)).rows).toEqual([{ mark: null }])
  })
})

describe('a backup that cannot be written', () => {
  it('leaves nothing, and replaces nothing unless asked to', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    const folder = newFolder()
    const file = path.join(folder, 'folio.tar')
    writeFileSync(file, 'mine')
    expect(await runCommand('backup', database, [file], signing)).toMatchObject({ code: 1 })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    truncateSync(file)
    expect(await runCommand('backup', database, [file, '--overwrite'], signing)).toMatchObject({ code: 0 })
    expect(
      await runCommand('backup', database, [path.join(folder, 'none/folio.tar')], signing),
    ).toMatchObject({
      code: 1,
    })
    expect(await runCommand('backup', database, [], signing)).toMatchObject({ code: 2 })
    expect(readdirSync(folder)).toEqual(['folio.tar'])
  })
})

/** People who sign up and look around until it ends. */
function underLoad({ url }: FolioProcess) {
  let isEnding = false
  const signUps = async () => {
    while (!isEnding) await signUpAt(url)
  }
  const looks = async () => {
    while (!isEnding) await (await fetch(`${url}/feed`)).text()
  }
  const all = Promise.all([signUps(), signUps(), looks(), looks()])
  return {
    end: async () => {
      isEnding = true
      await all
    },
  }
}

/** The feed and what it leads to, as visitors get it. */
async function pagesOf({ url }: FolioProcess): Promise<Record<string, string>> {
  const read = async (at: string) => (await fetch(url + at)).text()
  const feed = await read('/feed')
  const links = [...new Set(feed.match(/\/l\/[\w-]+/g))].slice(0, 10)
  expect(links.length).toBeGreaterThan(5)
  const pages = await Promise.all(links.map(async (at) => [at, await read(at)] as const))
  return Object.fromEntries([['/feed', feed], ...pages])
}
