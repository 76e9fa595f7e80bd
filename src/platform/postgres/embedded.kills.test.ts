import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sharedBuffers } from './memory.ts'
import {
  afterwards,
  cleanUp,
  preparedFolder,
  query,
  serverOn,
  start,
  startApp,
  temporaryFolder,
} from './testing/harness.ts'

vi.setConfig({ testTimeout: 30_000 })
afterEach(cleanUp)

describe('a first start', () => {
  it('makes a durable UTF-8 database that only this machine’s account reaches', async () => {
    const dataDir = path.join(temporaryFolder(0o711), 'not yet there, with a comma', '.data')
    const { connection, ...rest } = await start(dataDir)

    expect(rest).toMatchObject({ dataDir, adopted: false, notice: undefined })
    expect(connection).toMatchObject({ user: 'folio', database: 'folio' })
    expect(statSync(connection.host).mode & 0o777).toBe(0o700)
    const settings = await query(
      connection,
      `select current_setting('listen_addresses') as network, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit, current_setting('server_encoding') as encoding,
        current_setting('data_checksums') as checksums, current_setting('max_connections')::int as connections,
        pg_size_bytes(current_setting('shared_buffers'))::float8 as cache`,
    )
    expect(settings).toEqual([
      {
        network: '',
        fsync: 'on',
        commit: 'on',
        encoding: 'UTF8',
        checksums: 'on',
        connections: 120,
        cache: sharedBuffers(),
      },
    ])
  })

  it('knows letters beyond ASCII, also in trigrams', async () => {
    const { connection } = await start(await preparedFolder())
    await query(connection, 'create extension pg_trgm')
    const rows = await query(
      connection,
      `select lower('ÉCOLE') as lower, similarity('café', 'cafés') > 0.5 as similar, cardinality(show_trgm('日本')) as cjk`,
    )
    expect(rows).toEqual([{ lower: 'école', similar: true, cjk: 3 }])
  })

  it('reaches the socket where the data folder’s path is too long for one', async () => {
    const dataDir = path.join(temporaryFolder(0o711), 'x'.repeat(120))
    const { connection } = await start(dataDir)
    expect(connection.host).toMatch(/^\/tmp\/folio-[0-9a-f]{12}$/)
    afterwards(() => rmSync(connection.host, { recursive: true }))
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('of two at once ends with one server, and with no half-made cluster', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(path.join(dataDir, 'postgres', 'cluster.new-abandoned'), { recursive: true })
    const apps = [startApp([dataDir]), startApp([dataDir])]
    const facts = await Promise.all(apps.map((app) => app.facts()))

    expect(facts.map((fact) => fact.adopted).sort()).toEqual([false, true])
    expect(facts[0]?.connection).toEqual(facts[1]?.connection)
    expect(readdirSync(path.join(dataDir, 'postgres')).filter((name) => !name.startsWith('.'))).toEqual([
      'cluster',
    ])
  })
})

describe('a later start', () => {
  it('finds the data of the one before', async () => {
    const dataDir = await preparedFolder()
    const first = await start(dataDir)
    await query(first.connection, 'create table stored as select 42 as answer')
    await first.stop()
    expect(serverOn(dataDir)).toBeUndefined()

    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
    expect(await query(second.connection, 'select answer from stored')).toEqual([{ answer: 42 }])
  })

  it('adopts the server that a living process runs, and leaves it running', async () => {
    const dataDir = await preparedFolder()
    const owner = await start(dataDir)
    const app = startApp([dataDir])
    expect(await app.facts()).toMatchObject({ adopted: true, connection: owner.connection })

    await app.end('SIGTERM')
    expect(app.lines).toContain('stopped')
    expect(await query(owner.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('makes the database again where it was dropped', async () => {
    const dataDir = await preparedFolder()
    const first = await start(dataDir)
    await query({ ...first.connection, database: 'postgres' }, 'drop database folio')
    const adopting = await start(dataDir)
    expect(await query(adopting.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})
