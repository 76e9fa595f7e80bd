import { createHash } from 'node:crypto'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startFakeS3 } from '../../../tests/fakes/s3.ts'
import { createTestDatabase } from '../../../tests/harness/database.ts'
import { dayMs, hourMs } from '../../shared/time.ts'
import { ManualClock } from '../clock.ts'
import { createLog } from '../log.ts'
import type { BackupSettings, S3Access } from '../settings/read.ts'
import { createBackupJobs } from './scheduled.ts'

type Scene = { settings?: Partial<BackupSettings>; s3Access?: S3Access }

/** The job of the schedule on a database, with pictures that a test sets, and what lies in its place afterwards. */
async function scene({ settings, s3Access = noAccess }: Scene = {}) {
  const database = await createTestDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-backups-'))
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await database.owner.pool.query(`update migrations set run_on = run_on - interval '2 hours'`)
  const clock = new ManualClock(new Date('2026-11-25T03:00:00Z'))
  const pictures = new Map([['a.webp', Buffer.from('first')]])
  const lines: { msg: string }[] = []
  const to = path.join(folder, 'backups')
  const [job] = createBackupJobs({
    settings: {
      everyMs: dayMs,
      to,
      keep: 2,
      withKeys: false,
      recipients: [],
      beforeMigration: false,
      ...settings,
    },
    s3Access,
    address: database.address,
    keysDir: path.join(folder, 'keys'),
    readSigningKey: async () => Buffer.alloc(32, 1),
    pictures: {
      async *list() {
        yield* pictures.keys()
      },
      read: async (name) => pictures.get(name) ?? null,
      write: async () => true,
      remove: async () => {},
    },
    clock: clock.now,
    log: createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) }),
  })
  const run = () => job?.run({}, new AbortController().signal)
  const found = () => readdirSync(to).filter((name) => /\.(tar|age)$/.test(name))
  const blobs = () =>
    readdirSync(path.join(to, 'pictures'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
  const warnings = () => lines.map(({ msg }) => msg)
  return { folder, database, clock, pictures, run, found, blobs, warnings }
}

const noAccess: S3Access = { region: 'us-east-1', endpoint: undefined, credentials: undefined }

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
  await database.owner.pool.query('update migrations set run_on = localtimestamp')
  await run()
  expect(readdirSync(folder)).toEqual([])
  await database.owner.pool.query(`update migrations set run_on = run_on - interval '2 hours'`)
  await run()
  expect(found()).toHaveLength(1)
})

it('a folder that cannot be written is warned of, and the next look tries again (docs/backup.md#by-themselves)', async () => {
  const { folder, run, found, warnings } = await scene()
  writeFileSync(path.join(folder, 'backups'), 'no folder')
  await run()
  expect(warnings()).toEqual([expect.stringMatching(/^no backup was made: Cannot read .*backups/)])
  rmSync(path.join(folder, 'backups'))
  await run()
  expect(found()).toHaveLength(1)
})

it('a folder that cannot be made is warned of (docs/backup.md#by-themselves)', async () => {
  const { folder, run, warnings } = await scene()
  symlinkSync('/nowhere/at-all', path.join(folder, 'backups'))
  await run()
  expect(warnings()).toEqual([expect.stringMatching(/^no backup was made: Cannot write into .*backups/)])
})

describe('backups in a bucket (docs/backup.md#by-themselves)', () => {
  async function inBucket(settings: Partial<BackupSettings> = {}) {
    const s3 = await startFakeS3()
    onTestFinished(() => s3.close())
    const { S3_ENDPOINT, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = s3.env
    const made = await scene({
      settings: { to: `s3://${s3.env.S3_BUCKET}/folio/backups`, ...settings },
      s3Access: {
        region: 'us-east-1',
        endpoint: S3_ENDPOINT,
        credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      },
    })
    const keys = () => [...s3.objects.keys()].map((key) => key.replace('folio/backups/', '')).sort()
    return { ...made, s3, keys }
  }
  const blob = (text: string) => `pictures/${sha256(text).slice(0, 2)}/${sha256(text)}`

  it('are as those of a folder: the newest stay, and pictures lie once beside them', async () => {
    const { s3, keys, pictures, clock, run } = await inBucket()
    await run()
    pictures.set('b.webp', Buffer.from('first'))
    pictures.set('c.webp', Buffer.from('second'))
    clock.advance(dayMs)
    await run()
    expect(keys()).toEqual([
      'folio-2026-11-25T030000Z.tar',
      'folio-2026-11-25T030000Z.tar.pictures',
      'folio-2026-11-26T030000Z.tar',
      'folio-2026-11-26T030000Z.tar.pictures',
      ...[blob('first'), blob('second')].sort(),
    ])
    expect(s3.uploads.size).toBe(0)
    pictures.delete('a.webp')
    pictures.delete('b.webp')
    for (const object of s3.objects.values()) object.modified = new Date('2026-01-01')
    for (const _ of [1, 2]) {
      clock.advance(dayMs)
      await run()
    }
    expect(keys()).toEqual([
      'folio-2026-11-27T030000Z.tar',
      'folio-2026-11-27T030000Z.tar.pictures',
      'folio-2026-11-28T030000Z.tar',
      'folio-2026-11-28T030000Z.tar.pictures',
      blob('second'),
    ])
  })

  it('leave nothing of one that was interrupted, and warn where the bucket cannot be used', async () => {
    const { s3, keys, pictures, run, warnings } = await inBucket()
    pictures.get = () => {
      s3.trouble = 'failing'
      return Buffer.from('first')
    }
    await run()
    expect(warnings()).toEqual([
      expect.stringMatching(/^no backup was made: Cannot use s3:\/\/folio-pictures\//),
    ])
    expect(keys()).toEqual([])
    await run()
    expect(warnings()).toHaveLength(2)
    s3.trouble = 'none'
    pictures.get = () => Buffer.from('first')
    await run()
    expect(keys()).toContain('folio-2026-11-25T030000Z.tar')
  })

  it('are encrypted with their pictures where there are recipients', async () => {
    const key = await generateX25519Identity()
    const { s3, keys, run } = await inBucket({ recipients: [await identityToRecipient(key)] })
    await run()
    expect(keys()).toEqual([
      'folio-2026-11-25T030000Z.tar.age',
      'folio-2026-11-25T030000Z.tar.age.pictures',
      `${blob('first')}.age`,
    ])
    for (const [name, { bytes }] of s3.objects)
      if (name.endsWith('.age')) expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/)
  })
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
