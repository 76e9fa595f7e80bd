import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres } from './embedded.ts'
import {
  cleanUp,
  nobody,
  nobodyCanRun,
  preparedFolder,
  startApp,
  temporaryFolder,
} from './testing/harness.ts'

vi.setConfig({ testTimeout: 30_000 })
afterEach(cleanUp)

describe('a start is refused', () => {
  it('on the data of another major version, naming both versions, the folder and what to do', async () => {
    const dataDir = temporaryFolder()
    const cluster = path.join(dataDir, 'postgres', 'cluster')
    mkdirSync(cluster, { recursive: true })
    writeFileSync(path.join(cluster, 'PG_VERSION'), '16\n')

    const refusal = await startEmbeddedPostgres({ dataDir }).catch((error: Error) => error.message)
    expect(refusal).toContain(`The database in ${cluster} was written by PostgreSQL 16`)
    expect(refusal).toContain('brings PostgreSQL 18')
    expect(refusal).toContain('npm run backup')
    expect(refusal).toContain('DATA_DIR')
  })

  it('where a file stands in the way of the data folder', async () => {
    const file = path.join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    const dataDir = path.join(file, '.data')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `Folio cannot keep its database in ${dataDir}: EEXIST: file already exists`,
    )
  })

  it('with the server’s own words when it does not come up', async () => {
    const dataDir = await preparedFolder()
    appendFileSync(path.join(dataDir, 'postgres', 'cluster', 'postgresql.conf'), 'no_such_setting = 1\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /PostgreSQL did not start on .*no_such_setting/s,
    )
  })

  it('with initdb’s own words when the database cannot be made', async () => {
    const dataDir = temporaryFolder()
    const inTheWay = path.join(dataDir, 'postgres', 'cluster')
    mkdirSync(inTheWay, { recursive: true })
    writeFileSync(path.join(inTheWay, 'something'), '')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `The database could not be made in ${inTheWay}: ENOTEMPTY`,
    )
  })
})

describe.runIf(nobodyCanRun)('a start by an ordinary account is refused', () => {
  it('where the system does not know the account, and says what to do', async () => {
    const dataDir = temporaryFolder()
    const folder = path.join(dataDir, 'postgres')
    mkdirSync(path.join(folder, 'cluster'), { recursive: true })
    chmodSync(dataDir, 0o755)
    for (const owned of [folder, path.join(folder, 'cluster')]) chownSync(owned, 54_321, 54_321)
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /could not look up effective user ID 54321.*Start Folio as one with a line in \/etc\/passwd/s,
    )
  })

  it('in a folder it may not write', async () => {
    const dataDir = temporaryFolder(0o711)
    const app = startApp([dataDir], nobody)
    await expect(app.facts()).rejects.toThrow(`Folio cannot keep its database in ${dataDir}: EACCES`)
  })

  it('on another account’s database', async () => {
    const dataDir = temporaryFolder(0o711)
    mkdirSync(path.join(dataDir, 'postgres'))
    chmodSync(path.join(dataDir, 'postgres'), 0o700)
    const app = startApp([dataDir], nobody)
    await expect(app.facts()).rejects.toThrow('it belongs to another account (uid 0)')
    expect(existsSync(path.join(dataDir, 'postgres', 'cluster'))).toBe(false)
  })
})
