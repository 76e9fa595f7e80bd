import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'

const reportToken = 'a-token-of-the-mail-server'
let smtp: FakeSmtp
let app: TestApp
beforeAll(async () => {
  smtp = await startFakeSmtp()
  app = await startTestApp({
    env: { SITE_URL: 'https://folio.example', SMTP_URL: smtp.url, MAIL_REPORT_TOKEN: reportToken },
  })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

describe('mails that do not arrive (docs/product/ways.md#mails-that-do-not-arrive)', () => {
  const mailer = () => app.app.services.mailer
  const notice = async (who: Person, id = `notice-${randomUUID()}`) => {
    await mailer()
      .send({ id, to: who.email, subject: 'x', text: 'x', html: 'x' })
      .catch(() => {})
    return id
  }
  const since = async ({ token }: Person) =>
    (await app.request('GET', '/api/v1/me/ways', { token })).body.bounces_since
  const report = (body: unknown, token = reportToken) =>
    app.request('POST', '/api/v1/mail-reports', { body, headers: { authorization: `Bearer ${token}` } })
  const named = (id: string) => ({ message_id: `<${id}@folio.example>`, status: '5.1.1' })

  it('are known by a refusal for good, until one is taken', async () => {
    const maya = await signUp(app)
    smtp.troubles.push('refused')
    await notice(maya)
    expect(await since(maya)).not.toBeNull()
    // A refusal of the mail itself is not about the address.
    smtp.troubles.push('rejected')
    await notice(maya)
    expect(await since(maya)).not.toBeNull()
    await notice(maya)
    expect(await since(maya)).toBeNull()
  })

  it('are known by a report that names a mail of ours, and end a day after one was taken', async () => {
    const maya = await signUp(app)
    const id = await notice(maya)
    expect((await report(named(id), 'a-wrong-token-of-somebody')).status).toBe(404)
    expect((await report({ ...named(id), status: '4.4.1' })).status).toBe(204)
    expect((await report(named(`notice-${randomUUID()}`))).status).toBe(204)
    expect((await report({ message_id: `<${id}@evil.example>` })).status).toBe(204)
    expect(await since(maya)).toBeNull()
    expect((await report(named(id))).status).toBe(204)
    expect(await since(maya)).not.toBeNull()
    expect((await report({})).status).toBe(400)
    await notice(maya)
    expect(await since(maya)).not.toBeNull()
  })
})
