import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { type DatabaseAddress, openDatabase } from './database.ts'
import { protectedTables } from './rights/protected-tables.ts'

// What a connection of the app reads by a name (decision 86).

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A pool of one connection; `session` tells one connection from the next. */
function openOne(address: DatabaseAddress = database.address) {
  const { pool, close } = openDatabase(address, { max: 1 })
  const one = async (statement: string) => (await pool.query(statement)).rows[0]
  return { one, close, session: async () => (await one('select pg_backend_pid() as pid')).pid as number }
}

describe('a connection of the app', () => {
  it('reads no temporary table in place of another', async () => {
    const { one, close, session } = openOne()
    const before = await session()
    for (const table of Object.keys(protectedTables)) {
      await one(`create temporary table ${table} (forged int)`)
      expect(await one(`select '${table}'::regclass = 'public.${table}'::regclass as is_real`)).toEqual({
        is_real: true,
      })
    }
    expect(await session()).toBe(before)
    await close()
  })

  it('is not used again by anybody once a statement has changed where it looks', async () => {
    const { one, close, session } = openOne()
    const before = await session()
    await one('set search_path = pg_temp, public')
    expect(await session()).not.toBe(before)
    expect(await one('show search_path')).toEqual({ search_path: 'public,pg_temp' })
    await close()
  })

  it('looks where it should, whatever its address or its account’s settings say', async () => {
    const { host, port, user, database: name } = database.address
    const setting = `alter role ${user} in database ${name}`
    await database.pool.query(`${setting} set search_path = pg_temp, public`)
    const options = encodeURIComponent('-c search_path=pg_temp,public -c work_mem=5MB')
    const { one, close, session } = openOne({
      connectionString: `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}&options=${options}`,
    })
    expect(
      await one(`select current_setting('search_path') as path, current_setting('work_mem') as memory`),
    ).toEqual({
      path: 'public,pg_temp',
      memory: '5MB',
    })
    expect(await session()).toBe(await session())
    await close()
    await database.pool.query(`${setting} reset all`)
  })
})
