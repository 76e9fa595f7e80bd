import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../tests/harness/database.ts'
import { dayMs, hourMs } from '../../shared/time.ts'
import { ManualClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createBackupJobs } from './scheduled.ts'

async function scene() {
  const database = await createTestDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-backups-'))
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await database.pool.query(`update migrations set run_on = run_on - interval '2 hours'`)
  const clock = new ManualClock(new Date('2026-11-25T03:00:00Z'))
  const pictures = new Map([['a.webp', Buffer.from('first')]])
  const [job] = createBackupJobs({
    settings: { everyMs: dayMs, folder: path.join(folder, 'backups'), keep: 2, withKeys: false },
    address: database.address,
    pictures: {
      async *list() {
        yield* pictures.keys()
      },
      read: async (name) => pictures.get(name) ?? null,
      write: async () => {},
      remove: async () => {},
    },
    clock: clock.now,
    log: createLog('silent'),
  })
  const run = () => job?.run({}, new AbortController().signal)
  const found = () => readdirSync(path.join(folder, 'backups')).filter((name) => name.endsWith('.tar'))
  const blobs = () =>
    readdirSync(path.join(folder, 'backups/pictures'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
  return { folder, database, clock, pictures, run, found, blobs }
}

it('a backup is made when the newest is old enough, and the newest stay (docs/backup.md)', async () => {
  const { clock, run, found } = await scene()
  await run()
  await run()
  expect(found()).toEqual(['folio-2026-11-25T030000Z.tar'])
  clock.advance(23 * hourMs)
  await run()
  expect(found()).toHaveLength(1)
  for (const _ of [1, 2]) {
    clock.advance(dayMs)
    await run()
  }
  expect(found()).toEqual(['folio-2026-11-27T020000Z.tar', 'folio-2026-11-28T020000Z.tar'])
})

it('pictures lie once beside all backups, and go with the last that needs them (docs/backup.md)', async () => {
  const { clock, pictures, run, blobs } = await scene()
  await run()
  pictures.set('b.webp', Buffer.from('first'))
  pictures.set('c.webp', Buffer.from('second'))
  clock.advance(dayMs)
  await run()
  expect(
    blobs()
      .map((file) => readFileSync(file, 'utf8'))
      .sort(),
  ).toEqual(['first', 'second'])
  pictures.delete('a.webp')
  pictures.delete('b.webp')
  const longAgo = new Date('2026-01-01')
  for (const file of blobs()) utimesSync(file, longAgo, longAgo)
  for (const _ of [1, 2]) {
    clock.advance(dayMs)
    await run()
  }
  expect(blobs().map((file) => readFileSync(file, 'utf8'))).toEqual(['second'])
})

it('a new installation has no backup yet (docs/backup.md)', async () => {
  const { folder, database, run, found } = await scene()
  await database.pool.query('update migrations set run_on = localtimestamp')
  await run()
  expect(readdirSync(folder)).toEqual([])
  await database.pool.query(`update migrations set run_on = run_on - interval '2 hours'`)
  await run()
  expect(found()).toHaveLength(1)
})
