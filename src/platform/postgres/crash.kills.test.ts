import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isRunning } from './postmaster.ts'
import {
  type App,
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

const acknowledged = (app: App) =>
  app.lines.filter((line) => line.startsWith('written ')).map((line) => Number(line.slice(8)))

const rowsIn = async (connection: Parameters<typeof query>[0]) =>
  (await query(connection, 'select number::int from written')).map((row) => row.number)

const gone = (pid: number) => vi.waitUntil(() => !isRunning(pid), { timeout: 10_000, interval: 20 })

function serverPid(dataDir: string): number {
  const pid = serverOn(dataDir)
  if (!pid) throw new Error(`There is no server on ${dataDir}`)
  return pid
}

function guardPid(dataDir: string): number {
  const processes = execFileSync('ps', ['-ww', '-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const guard = processes.find((line) => line.includes('/bin/sh -c') && line.includes(`-D ${dataDir}/`))
  return Number(guard?.trim().split(' ')[0])
}

describe('an app killed at once', () => {
  it('ends its server too and loses no acknowledged row', async () => {
    const dataDir = await preparedFolder()
    const app = startApp([dataDir, 'write'])
    await app.line(/^written 50$/)
    const pid = serverPid(dataDir)
    await app.end('SIGKILL')
    await gone(pid)

    const { connection, adopted } = await start(dataDir)
    expect(adopted).toBe(false)
    expect(await rowsIn(connection)).toEqual(expect.arrayContaining(acknowledged(app)))
  })

  it('ends its server by force if that does not end when asked', { timeout: 60_000 }, async () => {
    const dataDir = await preparedFolder()
    const app = startApp([dataDir])
    const { connection } = await app.facts()
    const pid = serverPid(dataDir)
    const [others] = await query(
      connection,
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    // A fast shutdown waits for each of its processes.
    process.kill(Number(others?.pid), 'SIGSTOP')
    await app.end('SIGKILL')
    await vi.waitUntil(() => !isRunning(pid), { timeout: 50_000, interval: 100 })
  })

  it('does not leave its dying server to a start that follows immediately', async () => {
    const dataDir = await preparedFolder()
    const written: number[] = []
    for (const moment of [1, 7, 23]) {
      const app = startApp([dataDir, 'write'])
      expect((await app.facts()).adopted).toBe(false)
      await app.line(/^written/)
      await delay(moment)
      await app.end('SIGKILL')
      written.push(...acknowledged(app))
    }
    const { connection, adopted } = await start(dataDir)
    expect(adopted).toBe(false)
    expect(await rowsIn(connection)).toEqual(expect.arrayContaining(written))
  })

  it('together with the guard of its server leaves one that the next start stops and replaces', async () => {
    const dataDir = await preparedFolder()
    const app = startApp([dataDir, 'write'])
    await app.line(/^written 20$/)
    const orphan = serverPid(dataDir)
    process.kill(guardPid(dataDir), 'SIGKILL')
    await app.end('SIGKILL')
    expect(isRunning(orphan)).toBe(true)

    const { connection, adopted } = await start(dataDir)
    expect(adopted).toBe(false)
    expect(isRunning(orphan)).toBe(false)
    expect(await rowsIn(connection)).toEqual(expect.arrayContaining(acknowledged(app)))
  })

  it('together with its server is recovered from', async () => {
    const dataDir = await preparedFolder()
    const app = startApp([dataDir, 'write'])
    await app.line(/^written 20$/)
    process.kill(serverPid(dataDir), 'SIGKILL')
    await app.end('SIGKILL')

    const { connection } = await start(dataDir)
    expect(await rowsIn(connection)).toEqual(expect.arrayContaining(acknowledged(app)))
  })

  it('during its first start leaves nothing half made', async () => {
    const dataDir = temporaryFolder()
    const folder = path.join(dataDir, 'postgres')
    const app = startApp([dataDir])
    const isBegun = () => existsSync(folder) && readdirSync(folder).length > 0
    await vi.waitUntil(isBegun, { timeout: 20_000, interval: 1 })
    await app.end('SIGKILL')
    expect(existsSync(path.join(folder, 'cluster'))).toBe(false)

    const { connection } = await start(dataDir)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('a server killed under a running app', () => {
  it('comes back at the same address without loss', async () => {
    const dataDir = await preparedFolder()
    const log: string[] = []
    const { connection } = await start(dataDir, (line) => log.push(line))
    await query(connection, 'create table stored as select 42 as answer')
    for (const round of [1, 2]) {
      const pid = serverPid(dataDir)
      process.kill(pid, 'SIGKILL')
      await vi.waitFor(() => query(connection, 'select answer from stored'), {
        timeout: 10_000,
        interval: 50,
      })
      expect(serverPid(dataDir)).not.toBe(pid)
      expect(log.filter((line) => line.includes('killed by SIGKILL'))).toHaveLength(round)
    }
  })

  it('does not come back once the app stops', async () => {
    const dataDir = await preparedFolder()
    const embedded = await start(dataDir)
    const killed = serverPid(dataDir)
    process.kill(killed, 'SIGKILL')
    await vi.waitUntil(() => serverOn(dataDir) !== killed, { interval: 5 })
    await embedded.stop()
    const left = serverOn(dataDir)
    expect(left === undefined || !isRunning(left)).toBe(true)
    await expect(query(embedded.connection, 'select 1')).rejects.toThrow()
  })
})

describe('an app asked to end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s to its process group finishes its work first',
    async (signal) => {
      const dataDir = await preparedFolder()
      const app = startApp([dataDir, 'write'])
      await app.line(/^written 5$/)
      const pid = serverPid(dataDir)
      process.kill(-(app.child.pid ?? 0), signal)
      const drained = await app.line(/^drained/)
      expect(Number(drained.split(' ')[1])).toBeGreaterThanOrEqual(acknowledged(app).length)
      await app.line(/^stopped$/)
      expect(isRunning(pid)).toBe(false)
    },
  )
})

describe('a lock file left by a dead server', () => {
  it('is passed over when its process id belongs to somebody else by now', async () => {
    const dataDir = await preparedFolder()
    const { uid, gid } = statSync(path.join(dataDir, 'postgres', 'cluster'))
    const stranger = spawn('/bin/sleep', ['60'], { uid, gid, cwd: '/' })
    afterwards(() => stranger.kill())
    await once(stranger, 'spawn')
    const contents = `${stranger.pid}\n${dataDir}/postgres/cluster\n1\n5432\n${dataDir}/postgres\n\n\nready\n`
    leave(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), contents, uid, gid)
    leave(path.join(dataDir, 'postgres', '.s.PGSQL.5432.lock'), contents, uid, gid)

    expect(await start(dataDir)).toMatchObject({ adopted: false })
    expect(stranger.exitCode).toBeNull()
  })

  it('is removed when it is empty', async () => {
    const dataDir = await preparedFolder()
    const { uid, gid } = statSync(path.join(dataDir, 'postgres', 'cluster'))
    for (const file of ['cluster/postmaster.pid', '.s.PGSQL.5432.lock']) {
      leave(path.join(dataDir, 'postgres', file), '', uid, gid)
    }
    expect(await start(dataDir)).toMatchObject({ adopted: false })
  })

  function leave(file: string, contents: string, uid: number, gid: number) {
    writeFileSync(file, contents)
    chownSync(file, uid, gid)
    utimesSync(file, 1, 1)
  }
})
