import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Line } from '../../src/platform/doctor/line.ts'
import { commit, version } from '../../src/platform/http/version.ts'
import { startFakeS3 } from '../fakes/s3.ts'
import { startFakeSmtp } from '../fakes/smtp.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { databaseFromBefore } from '../harness/earlier-database.ts'
import { runCommand } from '../harness/process.ts'

/** The lines of the doctor by their names, and its exit code. */
async function doctor(
  at: Pick<TestDatabase, 'address'> | { dataDir: string },
  env: Record<string, string> = {},
) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-doctor-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const { code, out } = await runCommand('doctor', at, ['--json'], {
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    ...env,
  })
  const lines = JSON.parse(out) as Line[]
  return { code, lines: Object.fromEntries(lines.map(({ name, ...found }) => [name, found])) }
}

async function database() {
  const made = await createTestDatabase()
  onTestFinished(() => made.close())
  return made
}

/** A proxy in front of an app; `forwards` adds the visitor's address. */
async function proxy(app: () => TestApp, forwards: boolean): Promise<string> {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, ...(forwards && { 'x-forwarded-for': '203.0.113.9' }) }
    const { hostname, port } = new URL(app().url)
    const passed = request({ hostname, port, path: asked.url, method: asked.method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(answer)
    })
    passed.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('npm run doctor (docs/operating.md#doctor)', () => {
  it('says of each thing how it is, and ends with 1 only where something is broken', async () => {
    const { code, lines } = await doctor(await database(), { AMAZON_TAGS: 'us=folio-20' })
    expect(code).toBe(0)
    expect(lines.database?.says).toMatch(/^PostgreSQL 18/)
    for (const name of ['database', 'account', 'migrations', 'clock', 'jobs', 'settings', 'tags', 'pictures'])
      expect([name, lines[name]?.state]).toEqual([name, 'ok'])
    expect(lines.verify).toMatchObject({ state: 'warn', says: 'npm run verify was never run.' })
    expect(lines.mail).toMatchObject({ state: 'warn' })
    for (const line of Object.values(lines)) expect(Boolean(line.todo)).toBe(line.state !== 'ok')
  })

  it('knows what was verified last, and jobs that failed for good', async () => {
    const at = await database()
    expect((await runCommand('verify', at)).code).toBe(0)
    await at.pool.query(`select graphile_worker.add_job('send_recovery_mail', '{}', max_attempts => 1)`)
    await at.pool.query('update graphile_worker._private_jobs set attempts = 1')
    const { code, lines } = await doctor(at)
    expect(code).toBe(0)
    expect(lines.verify).toMatchObject({ state: 'ok' })
    expect(lines.jobs).toMatchObject({ state: 'warn', says: '1 jobs failed for good: send_recovery_mail.' })
    await at.pool.query(
      `update graphile_worker._private_jobs set attempts = 0, run_at = now() - interval '1 hour'`,
    )
    await at.pool.query(`update verifications set failed = '{the ledger}'`)
    const later = await doctor(at)
    expect(later.code).toBe(1)
    expect(later.lines).toMatchObject({ jobs: { state: 'fail' }, verify: { state: 'fail' } })
  })

  it('works where the app would not start', async () => {
    const refused = await doctor({ dataDir: '/nowhere' }, { PORT: 'none' })
    expect(refused).toMatchObject({ code: 1, lines: { settings: { state: 'fail' } } })
    const gone = await doctor({ address: { host: '127.0.0.1', port: 1, user: 'folio', database: 'folio' } })
    expect(gone).toMatchObject({ code: 1, lines: { database: { state: 'fail' }, disk: {} } })
    const before = await doctor(await databaseFromBefore())
    expect(before.lines.migrations).toMatchObject({ state: 'warn' })
    const earlier = await doctor(await databaseFromBefore('0021_creator_sums'))
    expect(earlier.lines.migrations).toMatchObject({ state: 'fail' })
    expect(earlier.lines.jobs).toBeUndefined()
  })

  it('tries the store of pictures, and one that replaces what it should leave is broken', async () => {
    const s3 = await startFakeS3()
    onTestFinished(() => s3.close())
    const at = await database()
    expect((await doctor(at, s3.env)).lines.pictures).toMatchObject({ state: 'ok' })
    expect(s3.objects.size).toBe(0)
    s3.trouble = 'failing'
    expect(await doctor(at, s3.env)).toMatchObject({ code: 1, lines: { pictures: { state: 'fail' } } })
  })

  it('sees by the public address whether the proxy and TRUST_PROXY fit', async () => {
    const at = await database()
    let app: TestApp | undefined
    const [plain, forwarding] = [
      await proxy(() => app as TestApp, false),
      await proxy(() => app as TestApp, true),
    ]
    app = await startTestApp({ database: at })
    onTestFinished(() => app?.close())
    const seen = async (siteUrl: string, trusts: string) =>
      (await doctor(at, { SITE_URL: siteUrl, TRUST_PROXY: trusts })).lines
    expect(await seen(plain, 'off')).toMatchObject({ address: { state: 'ok' }, proxy: { state: 'ok' } })
    expect(await seen(forwarding, 'on')).toMatchObject({ proxy: { state: 'ok' } })
    expect(await seen(forwarding, 'off')).toMatchObject({ proxy: { state: 'fail' } })
    expect(await seen(plain, 'on')).toMatchObject({ proxy: { state: 'fail' } })
    expect(await seen(forwarding, '2')).toMatchObject({
      proxy: { state: 'fail', todo: 'Set TRUST_PROXY=1, or anyone can forge their address.' },
    })
    // Nobody else learns of it.
    const answer = await app.request('GET', `/healthz?doctor=${'0'.repeat(32)}`)
    expect(answer.body).toEqual({
      status: 'ok',
      refusing: [],
      version,
      ...(commit && { commit }),
    })
  })

  it('connects to the mail server', async () => {
    const smtp = await startFakeSmtp()
    const at = await database()
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'hello@folio.example' }
    expect((await doctor(at, env)).lines.mail).toMatchObject({ state: 'ok' })
    const { port } = smtp
    const withAccount = new URL(smtp.url)
    const answers = async (url: string) => (await doctor(at, { ...env, SMTP_URL: url })).lines.mail
    expect(await answers(`smtp://127.0.0.1:${port}`)).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('SMTP_URL names no account'),
    })
    expect(await answers(smtp.url.replace(withAccount.password, 'wrong'))).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('It refuses the user or the password.'),
    })
    expect(await answers(smtp.url.replace('smtp:', 'smtps:'))).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('It does not speak TLS from the start.'),
    })
    const sent = await runCommand('doctor', at, ['--mail', 'you@folio.example'], env)
    expect(sent).toMatchObject({
      code: 0,
      out: expect.stringContaining('The server took a mail to you@folio.example.'),
    })
    expect((await smtp.mailTo('you@folio.example')).subject).toBe('Mails from Folio arrive · Folio')
    await smtp.close()
    expect(await doctor(at, env)).toMatchObject({
      code: 1,
      lines: { mail: { state: 'fail', says: expect.stringContaining('Nothing listens there.') } },
    })
    const failed = await runCommand('doctor', at, ['--mail', 'you@folio.example'], env)
    expect(failed).toMatchObject({ code: 1, out: expect.stringContaining('Nothing listens there.') })
  })

  it('reads what backups there are, and whether one was restored', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'folio-doctor-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const at = await database()
    const env = { BACKUP_EVERY: '24h', BACKUP_TO: folder }
    const name = `folio-${new Date().toISOString().slice(0, 10)}T000000Z.tar`
    writeFileSync(path.join(folder, name), 'archive')
    const receipt = {
      made_at: new Date().toISOString(),
      restored_at: new Date().toISOString(),
      verified: true,
    }
    writeFileSync(path.join(folder, `${name}.restored.json`), JSON.stringify(receipt))
    expect((await doctor(at, env)).lines).toMatchObject({
      backups: { state: 'ok' },
      restored: { state: 'ok' },
    })
    rmSync(path.join(folder, name))
    writeFileSync(path.join(folder, 'folio-2026-01-01T000000Z.tar'), 'archive')
    expect((await doctor(at, env)).lines).toMatchObject({ backups: { state: 'fail' } })
  })
})
