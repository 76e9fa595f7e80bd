import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { systemClock } from '../clock.ts'
import { enqueue, PermanentError } from '../jobs/job.ts'
import { type Pace, startJobs, usualPace } from '../jobs/runner.ts'
import { hurried, jobsIn, readableLog, tryAgainNow, untilJob } from '../jobs/testing/jobs.ts'
import { createMailer } from './mailer.ts'
import { note, noteHandler } from './testing/mail-jobs.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.pool.query('delete from graphile_worker._private_jobs')
})
afterAll(() => database.close())

async function smtpServer(options: { port?: number; encrypted?: boolean } = {}) {
  const smtp = await startFakeSmtp(options)
  onTestFinished(() => smtp.close())
  return smtp
}

function mailerTo(smtpUrl: string, { from, appName = 'Folio' }: { from?: string; appName?: string } = {}) {
  const { log, lines } = readableLog()
  const settings = { mail: { smtpUrl, from }, appName, dataDir: '/nowhere' }
  const mailer = createMailer({ settings, siteUrl: 'https://folio.example', clock: systemClock, log })
  onTestFinished(() => mailer.close())
  return { mailer, log, lines }
}

/** An app's jobs that send notes by this server. */
function senderTo(smtp: FakeSmtp, pace: Partial<Pace> = hurried) {
  const { mailer, log, lines } = mailerTo(smtp.url)
  const jobs = startJobs({ ...database, handlers: [noteHandler(mailer)], log, pace })
  onTestFinished(() => jobs.stop())
  return { lines }
}

const message = {
  id: 'note-1',
  to: 'ana@reader.example',
  subject: 'Schöne Grüße — 🎁',
  text: 'Hallo Ana.\n\nBis bald!',
  html: '<p>Hallo Ana.</p>',
}
const send = (id: string) => enqueue(database.db, note, { id, to: `${id}@reader.example` })

describe('a mail', () => {
  it('is handed to the server of SMTP_URL, signed in and complete', async () => {
    const smtp = await smtpServer()
    const { mailer } = mailerTo(smtp.url)
    await mailer.send(message)
    const mail = await smtp.mailTo('ana@reader.example')
    expect(mail).toMatchObject({
      from: { name: 'Folio', address: 'no-reply@folio.example' },
      to: [{ address: 'ana@reader.example' }],
      recipients: ['ana@reader.example'],
      messageId: '<note-1@folio.example>',
      subject: message.subject,
      html: expect.stringContaining(message.html),
      text: expect.stringContaining('Bis bald!'),
    })
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(Math.abs(Date.parse(mail.date ?? '') - Date.now())).toBeLessThan(60_000)
  })

  it('comes from MAIL_FROM where it is set', async () => {
    const smtp = await smtpServer()
    const { mailer } = mailerTo(smtp.url, { from: 'Ana & Co. <hello@shop.example>' })
    await mailer.send(message)
    expect((await smtp.nextMail()).from).toEqual({ name: 'Ana & Co.', address: 'hello@shop.example' })
  })

  it('travels encrypted where the server offers it', async () => {
    const smtp = await smtpServer({ encrypted: true })
    const { mailer } = mailerTo(`${smtp.url}?tls.rejectUnauthorized=false`)
    await mailer.send(message)
    expect((await smtp.nextMail()).wasEncrypted).toBe(true)
  })

  it('is not sent where the server’s certificate cannot be verified', async () => {
    const smtp = await smtpServer({ encrypted: true })
    const { mailer } = mailerTo(smtp.url)
    await expect(mailer.send(message)).rejects.toThrow('certificate')
    expect(smtp.mails).toEqual([])
  })

  it('is not sent where only one side begins with TLS, and says how SMTP_URL begins', async () => {
    const smtp = await smtpServer()
    await expect(mailerTo(smtp.url.replace('smtp:', 'smtps:')).mailer.send(message)).rejects.toThrow(
      /does not speak TLS from the start\. .*SMTP_URL begins with smtp:\/\//,
    )
    const silent = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const waiting = mailerTo(`smtp://127.0.0.1:${port}?greetingTimeout=50`).mailer.send(message)
    await expect(waiting).rejects.toThrow(/speaks TLS from the start, SMTP_URL begins with smtps:\/\//)
  })

  it.each([
    ['id', { id: 'a>\r\nBcc: eve@evil.example' }],
    ['address', { to: 'ana@reader.example\r\nBcc: eve@evil.example' }],
    ['address', { to: 'ana@reader.example, eve@evil.example' }],
    ['address', { to: 'Ana <ana@reader.example>' }],
    ['subject', { subject: 'Hello\r\nBcc: eve@evil.example' }],
    ['subject', { subject: 'Hello\nBcc: eve@evil.example' }],
  ])('cannot gain a header or a recipient through its %s', async (what, change) => {
    const smtp = await smtpServer()
    const { mailer } = mailerTo(smtp.url)
    const sent = mailer.send({ ...message, ...change })
    await expect(sent).rejects.toThrow(new PermanentError(`The ${what} of a mail is malformed`))
    expect(smtp.attempts).toBe(0)
  })

  it('cannot gain a header through the name of the app', async () => {
    const smtp = await smtpServer()
    const { mailer } = mailerTo(smtp.url, { appName: 'Folio"\r\nBcc: eve@evil.example\r\nX: "' })
    await mailer.send(message)
    const mail = await smtp.nextMail()
    expect(mail.recipients).toEqual(['ana@reader.example'])
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.from?.address).toBe('no-reply@folio.example')
  })
})

describe('a mail that a job sends', () => {
  it('arrives within moments', async () => {
    const smtp = await smtpServer()
    senderTo(smtp)
    await send('ana')
    expect((await smtp.mailTo('ana@reader.example')).subject).toBe('A note')
  })

  it('is never sent when the transaction that wanted it is undone', async () => {
    const smtp = await smtpServer()
    senderTo(smtp)
    const undone = database.db.transaction().execute(async (db) => {
      await enqueue(db, note, { id: 'ana', to: 'ana@reader.example' })
      throw new Error('on purpose')
    })
    await expect(undone).rejects.toThrow('on purpose')
    await send('bo')
    await smtp.nextMail()
    expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([['bo@reader.example']])
  })

  it('is tried again after a refusal for now, without its address in the log', async () => {
    const smtp = await smtpServer()
    smtp.troubles.push('refused_for_now')
    const { lines } = senderTo(smtp)
    await send('ana')
    await tryAgainNow(database)
    await smtp.mailTo('ana@reader.example')
    expect(smtp.attempts).toBe(2)
    expect(lines.filter(({ level }) => level >= 40)).toMatchObject([
      { level: 40, attempt: 1, err: { message: expect.stringContaining('451 4.2.1 <…> is busy') } },
    ])
    expect(JSON.stringify(lines)).not.toContain('ana@')
  })

  it('is tried again once the server is up again', async () => {
    const down = await startFakeSmtp()
    await down.close()
    senderTo(down)
    await send('ana')
    await untilJob(database, ({ last_error }) => last_error?.includes('ECONNREFUSED') ?? false)
    const smtp = await smtpServer({ port: down.port })
    await tryAgainNow(database)
    await smtp.mailTo('ana@reader.example')
  })

  it('is given up after a refusal for good, and stays to be seen', async () => {
    const smtp = await smtpServer()
    smtp.troubles.push('refused', 'rejected')
    senderTo(smtp)
    for (const [id, reason] of [
      ['ana', '550 5.1.1'],
      ['bo', '554 5.7.1'],
    ] as const) {
      await send(id)
      const job = await untilJob(database, ({ last_error }) => last_error?.includes(reason) ?? false)
      expect(job.attempts).toBe(job.max_attempts)
    }
    expect(smtp.mails).toEqual([])
  })

  it('is recognisable when it had to be sent twice', async () => {
    const smtp = await smtpServer()
    smtp.troubles.push('dropped')
    senderTo(smtp)
    await send('ana')
    const first = await smtp.nextMail()
    await tryAgainNow(database)
    const second = await smtp.nextMail()
    expect(second.messageId).toBe(first.messageId)
  })
})

describe('a process that is killed while it sends', () => {
  it('loses no mail: another sends it when its lease is over, which is within half a minute', async () => {
    const smtp = await smtpServer()
    smtp.troubles.push('held')
    const program = fileURLToPath(new URL('./testing/sender.ts', import.meta.url))
    const child = spawn(process.execPath, [program, JSON.stringify(database.address), smtp.url], {
      stdio: 'inherit',
    })
    await send('ana')
    const held = await smtp.nextMail()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await jobsIn(database)).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }])

    const { lines } = senderTo(smtp, { ...hurried, leaseMs: 1_500 })
    const sent = await smtp.mailTo('ana@reader.example')
    expect(usualPace.leaseMs + usualPace.renewMs + usualPace.pollMs).toBeLessThan(30_000)
    expect(sent.messageId).toBe(held.messageId)
    await vi.waitUntil(async () => (await jobsIn(database)).length === 0)
    expect(lines.filter(({ level }) => level >= 40)).toMatchObject([
      { msg: 'a process ended in the middle of its jobs; they are done again' },
    ])
  })
})
