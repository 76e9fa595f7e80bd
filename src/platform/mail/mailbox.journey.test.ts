import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '../../../tests/harness/app.ts'
import { sharedBrowser } from '../../../tests/harness/browser.ts'
import { ManualClock } from '../clock.ts'
import { readableLog } from '../jobs/testing/jobs.ts'
import { createMailer } from './mailer.ts'

const message = {
  id: 'note-1',
  to: 'ana@reader.example',
  subject: 'Schöne Grüße <b>',
  text: 'Your link: https://folio.example/auth/reset?token_hash=secret',
  html: '<html><head></head><body><h1>Hello Ana</h1><a href="https://folio.example/">Go</a></body></html>',
}

function localMailer() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-mailbox-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { log, lines } = readableLog()
  const clock = new ManualClock(new Date('2026-11-21T10:00:00Z'))
  const mailer = createMailer({
    settings: { mail: { smtpUrl: undefined, from: undefined }, appName: 'Folio', dataDir },
    siteUrl: 'http://127.0.0.1:3000',
    clock: clock.now,
    log,
  })
  return { mailer, lines, clock, folder: path.join(dataDir, 'mails') }
}

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

describe('without a mail server', () => {
  it('a mail becomes a file that mail programs open, and the log says where', async () => {
    const { mailer, lines, folder } = localMailer()
    await mailer.send(message)
    const file = path.join(folder, '2026-11-21T10-00-00.000Z-note-1.eml')
    expect(readdirSync(folder)).toEqual([path.basename(file)])
    expect(await PostalMime.parse(readFileSync(file))).toMatchObject({
      from: { name: 'Folio', address: 'no-reply@127.0.0.1' },
      to: [{ address: message.to }],
      messageId: '<note-1@127.0.0.1>',
      subject: message.subject,
      text: expect.stringContaining(message.text),
      html: expect.stringContaining('<h1>Hello Ana</h1>'),
    })
    expect(lines).toMatchObject([{ level: 30, file }])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  it('only the account that runs the program can read mails', async () => {
    const { mailer, folder } = localMailer()
    await mailer.send(message)
    expect(modeOf(folder)).toBe('700')
    expect(readdirSync(folder).map((name) => modeOf(path.join(folder, name)))).toEqual(['600'])
  })

  it('the newest 200 stay', async () => {
    const { mailer, clock, folder } = localMailer()
    for (let n = 1; n <= 203; n++) {
      await mailer.send({ ...message, id: `note-${n}` })
      clock.advance(1_000)
    }
    const names = readdirSync(folder).sort()
    expect(names).toHaveLength(200)
    expect(names[0]).toContain('note-4.eml')
    expect(names.at(-1)).toContain('note-203.eml')
  })
})

async function appIn(mode: string) {
  const app = await startTestApp({ env: { NODE_ENV: mode } })
  onTestFinished(() => app.close())
  return app
}

describe('/dev/mail', () => {
  it('lists the mails, newest first, and shows each', async () => {
    const app = await appIn('test')
    expect((await app.request('GET', '/dev/mail')).body).toContain('No mail yet')
    const { mailer } = app.app.services
    await mailer.send(message)
    app.clock.advance(1_000)
    await mailer.send({ ...message, id: 'note-2', subject: 'Newer' })

    const { body, headers } = await app.request('GET', '/dev/mail')
    expect(body.indexOf('Newer')).toBeLessThan(body.indexOf('Schöne Grüße &#60;b&#62;'))
    expect(headers.get('cache-control')).toBe('no-store')
    const [first] = body.match(/\/dev\/mail\/[^"]+/)
    expect((await app.request('GET', first)).body).toContain('<title>Newer</title>')
  })

  it('runs nothing of a mail, and its links open beside', async () => {
    const app = await appIn('test')
    const html = `<html><head></head><body onload="parent.document.title='run'"><script>document.title = 'run'</script>
      <img src="/readyz" onerror="document.body.textContent = 'run'"><a href="/healthz">Go</a></body></html>`
    await app.app.services.mailer.send({ ...message, html })
    const context = await (await sharedBrowser()).newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const answered: string[] = []
    page.on('response', (response) => answered.push(new URL(response.url()).pathname))
    await page.goto(`${app.url}/dev/mail`)
    await page.getByRole('link', { name: message.subject }).click()
    const opened = page.waitForEvent('popup')
    await page.frameLocator('iframe').getByRole('link', { name: 'Go' }).click()
    expect(new URL((await opened).url()).pathname).toBe('/healthz')
    expect(await page.title()).toBe(message.subject)
    expect(answered).not.toContain('/readyz')
  })

  it('knows no other files', async () => {
    const app = await appIn('test')
    await app.app.services.mailer.send(message)
    for (const name of ['nothing.eml', '..%2fmails', '..%2f..%2fpackage.json'])
      expect((await app.request('GET', `/dev/mail/${name}`)).status).toBe(404)
  })

  it('does not exist in production, though mails lie there', async () => {
    const app = await appIn('production')
    const { mailer } = app.app.services
    await mailer.send(message)
    const [name] = readdirSync(mailer.mailbox ?? '')
    expect((await app.request('GET', '/dev/mail')).status).toBe(404)
    expect((await app.request('GET', `/dev/mail/${name}`)).status).toBe(404)
  })

  it('does not exist where a mail server takes the mails', async () => {
    const app = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
    onTestFinished(() => app.close())
    expect((await app.request('GET', '/dev/mail')).status).toBe(404)
  })
})
