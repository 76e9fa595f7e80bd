import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMedia, createPictureTransfer } from '../../src/media/index.ts'
import { avatarsOf } from '../../src/media/testing/storage.ts'
import { ageDetails } from '../../src/payouts/testing/age-details.ts'
import { createBackupJobs } from '../../src/platform/backup/scheduled.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/log.ts'
import { readSettings } from '../../src/platform/settings/read.ts'
import { dayMs } from '../../src/shared/time.ts'
import { startFakeS3 } from '../fakes/s3.ts'
import { startFakeSmtp } from '../fakes/smtp.ts'
import { startTestApp } from '../harness/app.ts'
import { emptyDatabase, newFolder, signing, trusted } from '../harness/empty-installation.ts'
import { proveAddress, signInAt, signUp } from '../harness/people.ts'
import { runCommand, startFolio } from '../harness/process.ts'

const redPicture = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

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
