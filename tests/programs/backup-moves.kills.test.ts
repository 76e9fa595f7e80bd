import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type pg from 'pg'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { postAsBefore } from '../../db/testing/posted-as-before.ts'
import { createMedia, createPictureTransfer } from '../../src/media/index.ts'
import { avatarsOf } from '../../src/media/testing/storage.ts'
import { hashBeforeMonths } from '../../src/orders/imports/testing/content-hash.ts'
import { ageDetails } from '../../src/payouts/testing/age-details.ts'
import { createBackupJobs } from '../../src/platform/backup/scheduled.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/log.ts'
import { readSettings } from '../../src/platform/settings/read.ts'
import { dayMs } from '../../src/shared/time.ts'
import { startFakeS3 } from '../fakes/s3.ts'
import { startFakeSmtp } from '../fakes/smtp.ts'
import { startTestApp } from '../harness/app.ts'
import { databaseOf } from '../harness/earlier-database.ts'
import { emptyDatabase, newFolder, signing, trusted } from '../harness/empty-installation.ts'
import { insertPerson, insertProduct } from '../harness/factories.ts'
import { proveAddress, signInAt, signUp } from '../harness/people.ts'
import { runCommand, startFolio } from '../harness/process.ts'

const redPicture = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

describe('a backup (docs/backup.md)', () => {
  it('of an earlier version is brought up to date by the restore, and nothing of it is lost', async () => {
    const before = await databaseOf(21)
    const { pool } = before
    const [ana, ben] = [await insertPerson(before.db), await insertPerson(before.db)]
    const [dataDir, to] = [newFolder(), newFolder()]
    const picture = `products/product-${ana.userId}-1760000000000.png`
    const bytes = await redPicture()
    const stored = path.join('files/avatars', picture)
    mkdirSync(path.join(dataDir, path.dirname(stored)), { recursive: true })
    writeFileSync(path.join(dataDir, stored), bytes)
    const mug = await insertProduct(before.db, ana, {
      image_url: `/storage/v1/object/public/avatars/${picture}`,
      image_source: 'owner',
      title: 'A mug\\ \t"é',
    })
    await insertProduct(before.db, ben, { deleted_at: new Date('2026-10-01') })
    await pool.query('insert into earnings (product_id) select id from products')
    await pool.query('insert into followers (follower_id, following_id, created_at) values ($1, $2, now())', [
      ben.userId,
      ana.userId,
    ])
    const click = (visitor: string) =>
      pool.query(
        `select record_clicks(array[$1::uuid], '{view}', '{counted}', '{null}', '{null}', array[uuidv7()], '{null}',
          array[sha256($2)], '{null}', '{null}', '{null}', '{null}', '{null}', array[now() - interval '1 hour'])`,
        [mug.id, visitor],
      )
    await click('first')
    await click('second')
    await pool.query('select fold_clicks(100)')
    await click('third')
    await postAsBefore(before, ana, { order: '111-1', productId: mug.id })
    await postAsBefore(before, ana, { order: '111-1', productId: mug.id, place: 2, gross: -500 })
    // The factory's order is of no report; this is its hash, by the columns of that version.
    const hash = hashBeforeMonths.replace(', s.returns::text', '').replace('b.has_own_sub_tags', 'false')
    await pool.query(`
      alter table order_observations disable trigger order_observations_immutable;
      update order_observations s set content_hash = ${hash} from import_batches b where b.id = s.batch_id;
      alter table order_observations enable trigger order_observations_immutable`)

    const tables = ['users', 'profiles', 'followers', 'follow_counts', 'products', 'short_links', 'clicks']
    tables.push('click_days', 'import_batches', 'order_observations', 'amazon_orders', 'earnings_ledger')
    const rowsOf = async (query: pg.Client['query']) => {
      const all: Record<string, Record<string, unknown>[]> = {}
      for (const table of tables) {
        const { rows } = await query(`select to_jsonb(t) as row from ${table} t order by t::text`)
        all[table] = rows.map(({ row }) => row)
      }
      return all
    }
    const rows = await rowsOf(pool.query.bind(pool) as pg.Client['query'])
    for (const table of tables) expect([table, rows[table]?.length]).not.toEqual([table, 0])

    const file = path.join(newFolder(), 'folio.tar')
    expect(await runCommand('backup', before, [file], { DATA_DIR: dataDir, ...signing })).toMatchObject({
      code: 0,
    })
    const managed = await emptyDatabase()
    const restored = await runCommand('restore', managed, [file, ...trusted], { DATA_DIR: to })
    expect(restored.err + restored.out).not.toContain('WRONG')
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.out).toContain('everybody signs in again')
    expect(readFileSync(path.join(to, stored))).toEqual(bytes)
    const later = await rowsOf(managed.query)
    for (const table of tables) {
      // Later migrations have dropped some columns.
      const columns = Object.keys(later[table]?.[0] ?? {})
      const expected = rows[table]?.map((row) =>
        expect.objectContaining(
          Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name))),
        ),
      )
      expect(later[table]).toEqual(expected)
    }
  })
})

describe('what waits in a backup (docs/backup.md#restoring)', () => {
  it('waits anew where it is restored, and a link of before takes it back once', async () => {
    const smtp = await startFakeSmtp()
    onTestFinished(() => smtp.close())
    const [from, to] = [newFolder(), newFolder()]
    const app = await startTestApp({ jobs: true, env: { SMTP_URL: smtp.url, DATA_DIR: from } })
    onTestFinished(() => app.close())
    const maya = await signUp(app)
    await proveAddress(app, maya)
    const entered = await app.request('PUT', '/api/v1/me/payout-details', {
      token: maya.token,
      body: {
        ...{ method: 'paypal', account: 'thief@pay.example', legal_name: 'Maya Okafor', country: 'DE' },
        password: maya.password,
      },
    })
    expect(entered.status).toBe(200)
    const token = /\/auth\/undo#(\S+)/.exec((await smtp.mailTo(maya.email)).text ?? '')?.[1]
    // A day before the details count, and the link is over.
    await ageDetails(app.database, 6)
    await app.database.owner.pool.query(
      `update means_changes set changed_at = changed_at - interval '6 days'`,
    )

    const file = path.join(newFolder(), 'folio.tar')
    expect(
      await runCommand('backup', app.database, [file, '--keys'], { DATA_DIR: from, ...signing }),
    ).toMatchObject({ code: 0 })
    const restoring = Date.now()
    const restored = await runCommand('restore', { dataDir: to }, [file, ...trusted])
    expect(restored.err + restored.out).not.toContain('WRONG')
    expect(restored.code).toBe(0)

    const folio = await startFolio(to)
    onTestFinished(async () => void (await folio.end('SIGTERM')))
    const call = async (
      method: string,
      target: string,
      { body, token }: { body?: object; token?: string },
    ) => {
      const response = await fetch(new URL(target, folio.url), {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    }
    const details = async () => {
      const { access_token } = await signInAt(folio.url, maya.email, maya.password)
      return (await call('GET', '/api/v1/me/payout-details', { token: access_token })).body
    }
    const { current, coming } = await details()
    expect([current, coming.account]).toEqual([null, 't•••@pay.example'])
    expect(Date.parse(coming.counts_from)).toBeGreaterThan(restoring + 7 * dayMs)
    const open = await call('POST', '/api/v1/undo-links/check', { body: { token } })
    expect(open).toMatchObject({
      ...{ status: 200, body: { is_done: false, changes: [{ means: 'payout_account' }] } },
    })
    expect(Date.parse(open.body.until)).toBeGreaterThan(restoring + 7 * dayMs)
    const done = { status: 200, body: { is_done: true, changes: [] } }
    expect(await call('POST', '/api/v1/undo-links/use', { body: { token } })).toMatchObject(done)
    expect(await details()).toMatchObject({ current: null, coming: null })
    // Another press takes nothing back: who is signed in by now stays so.
    const { access_token } = await signInAt(folio.url, maya.email, maya.password)
    expect(await call('POST', '/api/v1/undo-links/use', { body: { token } })).toMatchObject(done)
    expect((await call('GET', '/api/v1/me', { token: access_token })).status).toBe(200)
  })
})

describe('a backup in a bucket (docs/backup.md#in-a-bucket)', () => {
  it('brings pictures back into a bucket or a folder, and can be encrypted', async () => {
    const s3 = await startFakeS3()
    onTestFinished(() => s3.close())
    const app = await startTestApp({ env: s3.env })
    onTestFinished(() => app.close())
    const maya = await signUp(app)
    const name = `${maya.id}-1760000000000.png`
    const { error } = await avatarsOf(app, maya.token).upload(
      name,
      new Blob([await redPicture()], { type: 'image/png' }),
    )
    expect(error).toBeNull()
    const bytes = s3.objects.get(`avatars/${name}`)?.bytes
    expect(bytes?.length).toBeGreaterThan(50)

    // As the schedule makes them.
    const key = await generateX25519Identity()
    const settings = readSettings(
      {
        ...s3.env,
        NODE_ENV: 'test',
        BACKUP_TO: `s3://${s3.env.S3_BUCKET}/backups`,
        BACKUP_EVERY: '24h',
        BACKUP_RECIPIENTS: await identityToRecipient(key),
      },
      '/nowhere',
    )
    await app.database.owner.pool.query(`update migrations set run_on = run_on - interval '2 hours'`)
    const [job] = createBackupJobs({
      settings: settings.backup,
      s3Access: settings.s3,
      address: app.database.address,
      keysDir: '/nowhere',
      readSigningKey: async () => Buffer.alloc(32, 1),
      pictures: createPictureTransfer(createMedia({ filesDir: '/nowhere', s3: settings.s3 })),
      clock: systemClock,
      log: createLog('silent'),
    })
    await job?.run({}, new AbortController().signal)
    const at = `s3://${s3.env.S3_BUCKET}`
    expect(
      await runCommand('backup', app.database, [`${at}/mine.tar`], { ...s3.env, ...signing }),
    ).toMatchObject({ code: 0 })
    expect(
      await runCommand('backup', app.database, [`${at}/mine.tar`], { ...s3.env, ...signing }),
    ).toMatchObject({ code: 1 })
    const keys = [...s3.objects.keys()].sort()
    const archive = keys.find((one) => one.endsWith('.tar.age'))
    expect(keys).toEqual([
      `avatars/${name}`,
      archive,
      `${archive}.pictures`,
      expect.stringMatching(/^backups\/pictures\/..\/\w{64}\.age$/),
      'mine.tar',
    ])

    s3.objects.delete(`avatars/${name}`)
    const folder = newFolder()
    const identity = path.join(folder, 'key.txt')
    writeFileSync(identity, `${key}\n`)
    const restore = async (args: string[], env: Record<string, string>) => {
      const managed = await emptyDatabase()
      const ended = await runCommand('restore', managed, [...args, ...trusted], { DATA_DIR: folder, ...env })
      expect(ended.err + ended.out).not.toContain('WRONG')
      return ended
    }
    expect((await restore([`${at}/${archive}`], s3.env)).err).toContain('This archive is encrypted')
    expect((await restore([`${at}/none.tar`], s3.env)).err).toContain('there is no such file')
    expect(await restore([`${at}/${archive}`, '--identity', identity], s3.env)).toMatchObject({ code: 0 })
    expect(s3.objects.get(`avatars/${name}`)).toMatchObject({ bytes, type: 'image/png' })
    expect([...s3.objects.keys()]).toContain(`${archive}.restored.json`)

    const onDisk = { ...s3.env, S3_BUCKET: '' }
    expect(await restore([`${at}/mine.tar`], onDisk)).toMatchObject({ code: 0 })
    expect(readFileSync(path.join(folder, 'files/avatars', name))).toEqual(bytes)
  })
})
