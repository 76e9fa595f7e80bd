import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { plain } from '../../src/media/testing/pictures.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { startDatabaseServer } from '../../src/platform/database/server.ts'
import { publishProduct } from '../chaos/load.ts'
import { signUpAt } from '../harness/people.ts'
import { runCommand, startFolio, startRefused } from '../harness/process.ts'

/** A disk of this size, which goes with the test; null where this account may not make one. */
function smallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-full-disk-'))
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder])
  onTestFinished(() => {
    if (made.status === 0) execFileSync('umount', ['-l', folder])
    rmdirSync(folder)
  })
  return made.status === 0 ? folder : null
}

/** Fills a disk to its last byte with a file, or takes that away. */
function filler(folder: string) {
  const file = path.join(folder, 'filler')
  return {
    fill: () => {
      const { bavail, bsize } = statfsSync(folder)
      const size = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) + bavail * bsize
      if (bavail > 0) execFileSync('fallocate', ['-l', String(size), file])
    },
    free: () => rmSync(file, { force: true }),
  }
}

const why = 'a disk cannot be mounted here: run this as root, where mounting is allowed'

describe('a full disk (docs/operating.md#what-happens-when)', { timeout: 300_000 }, () => {
  it('at the first start: it is refused before anything is made, and says how much is missing', async ({
    skip,
  }) => {
    const disk = smallDisk(60)
    if (!disk) return skip(why)
    const { code, err } = await startRefused({ DATA_DIR: disk, DATABASE_URL: '', PORT: '0' })
    expect(code).toBe(1)
    expect(err).toContain(
      `The disk of ${disk} has 62 MB left, and a new database takes 150. ` +
        'Make room there, or let DATA_DIR name a folder on another disk.',
    )
    expect(readdirSync(path.join(disk, 'postgres'))).toEqual([])
  })

  it('under the embedded database: what is cached goes on, changes are refused, and all is well once there is room', async ({
    skip,
  }) => {
    const disk = smallDisk(400)
    if (!disk) return skip(why)
    const dataDir = path.join(disk, 'data')
    mkdirSync(dataDir)
    const folio = await startFolio(dataDir, {
      METRICS_TOKEN: 'what-prometheus-sends',
      BACKUP_EVERY: 'off',
    })
    onTestFinished(async () => {
      if (folio.child.exitCode === null) await folio.end('SIGTERM')
    })
    const { access_token: token, user } = await signUpAt(folio.url)
    const { body: product } = await publishProduct(folio.url, token)
    const get = (target: string, headers = {}) => fetch(folio.url + target, { headers })
    const click = () =>
      fetch(`${folio.url}/api/v1/products/${product.id}/clicks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': phone },
        body: JSON.stringify({ kind: 'view', referrer: null, event_id: crypto.randomUUID() }),
      })
    const upload = async (n: number) => {
      const bytes = await plain(800, 800).png().toBuffer()
      return fetch(`${folio.url}/storage/v1/object/avatars/products/product-${user.id}-${n}.png`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
        body: new Uint8Array(bytes),
      })
    }
    const cached = ['/feed', `/l/${product.short_link_id}`]
    for (const target of cached) expect((await get(target)).status).toBe(200)
    let counted = 0
    if ((await click()).status === 201) counted += 1

    const { fill, free } = filler(disk)
    fill()
    // Until the files that PostgreSQL still had for its log of changes are used up.
    const { address } = await startDatabaseServer({ databaseUrl: undefined, dataDir }, () => undefined)
    const database = openDatabase(address, { max: 1 })
    onTestFinished(() => database.close())
    const isFull = async () => {
      fill()
      await database.pool
        .query(`select pg_logical_emit_message(false, 'filler', repeat('x', 4000000))`)
        .catch(() => undefined)
      const { status, headers } = await click()
      if (status === 201) counted += 1
      return status === 503 && Number(headers.get('retry-after')) > 0
    }
    await vi.waitUntil(isFull, { timeout: 120_000, interval: 10 })
    const picture = await upload(1)
    expect([picture.status, Number(picture.headers.get('retry-after')) > 0]).toEqual([503, true])
    for (const target of [...cached, '/robots.txt', '/healthz'])
      expect([target, (await get(target)).status]).toEqual([target, 200])
    const metrics = await (await get('/metrics', { authorization: 'Bearer what-prometheus-sends' })).text()
    expect(Number(/^folio_disk_free_bytes (\S+)$/m.exec(metrics)?.[1])).toBeLessThan(16_000_000)
    const doctor = await runCommand('doctor', { dataDir }, ['--json'])
    expect(JSON.parse(doctor.out)).toContainEqual(expect.objectContaining({ name: 'disk', state: 'fail' }))
    const backup = await runCommand('backup', { dataDir }, [path.join(disk, 'backup.tar')])
    expect(backup.code).toBe(1)
    expect(readdirSync(disk).filter((name) => name.includes('backup'))).toEqual([])

    free()
    await vi.waitUntil(
      async () => (await publishProduct(folio.url, token).catch(() => null))?.status === 201,
      {
        timeout: 60_000,
        interval: 200,
      },
    )
    expect((await upload(2)).status).toBe(200)
    expect((await click()).status).toBe(201)
    expect(folio.output()).toContain('Requests are refused for now: the database cannot answer.')
    expect(folio.output()).toContain(
      'The disk is full. PostgreSQL is started again as soon as there is room.',
    )
    expect(folio.child.exitCode).toBeNull()
    expect(await folio.end('SIGTERM')).toBe(0)
    expect((await runCommand('verify', { dataDir })).out).not.toContain('WRONG')
    expect(counted).toBeGreaterThan(0)
  })
})

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1'
