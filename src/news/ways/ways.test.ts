import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakePush } from '../../../tests/fakes/push.ts'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signInAgain, signUp } from '../../../tests/harness/people.ts'
import { hourMs } from '../../shared/time.ts'
import { tell } from '../telling/service.ts'
import { findMails, mailNews, pushNews } from './delivering.ts'
import { readOwnWays } from './preferences.ts'

let smtp: FakeSmtp
let service: Awaited<ReturnType<typeof startFakePush>>
let app: TestApp
beforeAll(async () => {
  smtp = await startFakeSmtp()
  service = await startFakePush()
  app = await startTestApp({
    env: {
      SITE_URL: 'https://folio.example',
      SMTP_URL: smtp.url,
      PUSH_TEST_ORIGIN: service.url,
    },
  })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
  await service.close()
})

const run = async (statement: string, values: unknown[] = []) =>
  (await app.database.pool.query(statement, values)).rows
const ask = (who: Person, method: string, path: string, body?: unknown) =>
  app.request(method, `/api/v1/me/ways${path}`, { token: who.token, body })
/** What somebody reads of their own, however old their token is by the clock that tests move. */
const ways = ({ id: userId, token }: Person) =>
  readOwnWays(
    {
      ...environment(),
      actor: { userId, sessionId: String(decodeJwt(token).session_id), role: 'user' },
    },
    app.app.services.ways,
  )
const choose = (who: Person, kind: string, way: string, is_on: boolean) =>
  ask(who, 'PUT', `/choices/${kind}/${way}`, { is_on })

const environment = () => ({ db: app.database.db, clock: app.clock.now })
const deps = () => ({
  sending: app.app.services.ways.sending,
  site: { appName: 'Folio', siteUrl: 'https://folio.example' },
})
const deliver = ({ id }: Person) => pushNews(environment(), deps(), { user_id: id })
const mail = ({ id }: Person, kind = 'followed') => mailNews(environment(), deps(), { user_id: id, kind })
const due = async () => {
  await findMails(environment(), new AbortController().signal)
  const rows = await run(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'send_news_mail' returning j.payload`,
  )
  return rows.map(({ payload }) => `${payload.user_id} ${payload.kind}`)
}

const proven = async () => {
  const person = await signUp(app)
  await run('update users set email_verified_at = now() where id = $1', [person.id])
  return person
}

/** Somebody with a proven address follows. */
async function follow(who: Person, times = 1) {
  for (let n = 0; n < times; n += 1) {
    const fan = await proven()
    // Nothing happens at the instant at which something was sent.
    app.clock.advance(1_000)
    await app.database.db
      .transaction()
      .execute((db) =>
        tell({ db, actor: null, clock: app.clock.now }, [
          { userId: who.id, kind: 'followed', actor: fan.id },
        ]),
      )
  }
}

async function subscribe(who: Person, host = 'fcm.googleapis.com') {
  const { push_key } = await ways(who)
  const subscription = service.subscribe(host, push_key)
  expect((await ask(who, 'PUT', '/device', subscription)).status).toBe(204)
  return subscription
}

/** Noon of the next day by the app's clock. */
const noon = (days = 1) => {
  const now = app.clock.now()
  const next = new Date(now.getTime() + days * 24 * hourMs)
  next.setUTCHours(12, 0, 0, 0)
  app.clock.set(next)
}

describe('choices (docs/product/ways.md#what-comes-on-which-way)', () => {
  it('hold per kind and way, and are one’s own', async () => {
    const maya = await proven()
    expect((await choose(maya, 'followed', 'mail', true)).body.choices).toEqual([
      { kind: 'followed', way: 'mail', is_on: true },
    ])
    await choose(maya, 'followed', 'push', false)
    expect((await ways(maya)).choices).toHaveLength(2)
    expect((await ways(await proven())).choices).toEqual([])
  })

  it('are none where something must not go unnoticed', async () => {
    const maya = await proven()
    for (const [kind, way] of [
      ['sign_in_changed', 'mail'],
      ['payout_failed', 'mail'],
      ['order_posted', 'app'],
      ['hold_set', 'mail'],
    ] as const)
      expect((await choose(maya, kind, way, false)).status).toBe(403)
    expect((await choose(maya, 'no_such_kind', 'mail', false)).status).toBe(400)
  })

  it('tell nothing of a kind that is off in the app', async () => {
    const maya = await proven()
    await choose(maya, 'followed', 'app', false)
    await follow(maya)
    expect(await run('select from news where user_id = $1', [maya.id])).toEqual([])
  })

  it('know the zone that a browser says once, and the one that is set by hand', async () => {
    const maya = await proven()
    const zone = (time_zone: string, by: string) => ask(maya, 'PUT', '/zone', { time_zone, by })
    expect((await zone('Nowhere/At-All', 'hand')).status).toBe(400)
    await zone('Europe/Berlin', 'browser')
    await zone('Asia/Tokyo', 'browser')
    expect((await ways(maya)).time_zone).toBe('Europe/Berlin')
    await zone('Asia/Kolkata', 'hand')
    await zone('Asia/Tokyo', 'browser')
    expect(await ways(maya)).toMatchObject({ time_zone: 'Asia/Kolkata', quiet: { from: 22, to: 7 } })
    expect((await ask(maya, 'PUT', '/quiet', { quiet: null })).body.quiet).toBeNull()
    expect((await ask(maya, 'PUT', '/quiet', { quiet: { from: 9, to: 9 } })).status).toBe(400)
  })
})

describe('mails of the day (docs/product/ways.md#mails-of-the-day)', () => {
  it('come once a day and kind, in the morning, with what is unread and not told', async () => {
    const maya = await proven()
    await choose(maya, 'followed', 'mail', true)
    noon()
    await follow(maya, 2)
    const name = `${maya.id} followed`
    expect(await due()).toContain(name)
    await mail(maya)
    const first = await smtp.mailTo(maya.email)
    expect(first.subject).toBe('2 people followed you · Folio')
    await follow(maya)
    await mail(maya)
    expect(await due()).toContain(name)
    noon()
    await mail(maya)
    expect((await smtp.mailTo(maya.email)).subject).toBe('3 people followed you · Folio')
    expect(await due()).not.toContain(name)
    await mail(maya)
    noon()
    await mail(maya)
    expect(smtp.mails.filter(({ recipients }) => recipients.includes(maya.email))).toHaveLength(2)
  })

  it('wait for the morning of one’s own zone', async () => {
    const maya = await proven()
    await choose(maya, 'followed', 'mail', true)
    await ask(maya, 'PUT', '/zone', { time_zone: 'America/Los_Angeles', by: 'browser' })
    noon()
    await follow(maya)
    // Four in the morning there.
    expect(await due()).not.toContain(`${maya.id} followed`)
    await mail(maya)
    app.clock.set(new Date(app.clock.now().getTime() + 4 * hourMs))
    expect(await due()).toContain(`${maya.id} followed`)
    await mail(maya)
    expect((await smtp.mailTo(maya.email)).subject).toBe('You have a new follower · Folio')
  })

  it('never go to an unproven address, nor to a suspended person', async () => {
    const maya = await signUp(app)
    const ben = await proven()
    noon()
    for (const person of [maya, ben]) {
      await choose(person, 'followed', 'mail', true)
      await follow(person)
    }
    await run(`update users set suspended_at = now(), suspended_reason = 'x' where id = $1`, [ben.id])
    const found = await due()
    for (const person of [maya, ben]) {
      expect(found).not.toContain(`${person.id} followed`)
      await mail(person)
      expect(smtp.mails.some(({ recipients }) => recipients.includes(person.email))).toBe(false)
    }
  })

  it('are sent again only if they certainly were not sent', async () => {
    const maya = await proven()
    await choose(maya, 'followed', 'mail', true)
    noon()
    await follow(maya)
    smtp.troubles.push('refused_for_now')
    await expect(mail(maya)).rejects.toThrow('451')
    expect(await due()).toContain(`${maya.id} followed`)
    await mail(maya)
    await smtp.mailTo(maya.email)
    noon()
    await follow(maya)
    // The server took it and was cut off before it could say so.
    smtp.troubles.push('dropped')
    await mail(maya)
    await mail(maya)
    noon()
    await mail(maya)
    expect(smtp.mails.filter(({ recipients }) => recipients.includes(maya.email))).toHaveLength(2)
  })
})

describe('stopping without signing in (docs/product/ways.md#stopping-without-signing-in)', () => {
  async function mailed() {
    const maya = await proven()
    await choose(maya, 'followed', 'mail', true)
    noon()
    await follow(maya)
    await mail(maya)
    const sent = await smtp.mailTo(maya.email)
    const header = (name: string) => sent.headers.find(({ key }) => key === name)?.value ?? ''
    const token = /\/auth\/stop#([\w-]+)/.exec(sent.text ?? '')?.[1] ?? ''
    return { maya, sent, header, token }
  }
  const use = (token: string, is_on?: boolean) =>
    app.request('POST', '/api/v1/mail-stops/use', { body: { token, is_on } })

  it('takes one press of the link that the mail shows, which can be taken back', async () => {
    const { maya, sent, token } = await mailed()
    expect(sent.html?.match(/auth\/stop/g)).toHaveLength(1)
    const check = () => app.request('POST', '/api/v1/mail-stops/check', { body: { token } })
    // A program that follows links changes nothing.
    expect((await check()).body).toEqual({ kind: 'followed', is_on: true })
    expect((await use(token)).body).toEqual({ kind: 'followed', is_on: false })
    expect((await check()).body.is_on).toBe(false)
    expect((await ways(maya)).choices).toContainEqual({ kind: 'followed', way: 'mail', is_on: false })
    expect((await use(token, true)).body.is_on).toBe(true)
    expect((await use(`${token.slice(0, -2)}AA`)).status).toBe(404)
  })

  it('takes one POST of a mail program (RFC 8058), as often as it comes', async () => {
    const { maya, header } = await mailed()
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const [, address = ''] = /^<https:\/\/folio\.example(\S+)>$/.exec(header('list-unsubscribe')) ?? []
    for (let n = 0; n < 2; n += 1) {
      const answer = await fetch(new URL(address, app.url), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(answer.status).toBe(204)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect((await ways(maya)).choices).toContainEqual({ kind: 'followed', way: 'mail', is_on: false })
    expect((await fetch(new URL(address, app.url))).status).not.toBe(200)
  })

  it('works after the account has chosen again, and no more once it is gone', async () => {
    const { maya, token } = await mailed()
    await choose(maya, 'followed', 'mail', false)
    expect((await use(token)).status).toBe(200)
    await run('delete from news where user_id = $1', [maya.id])
    await run('delete from users where id = $1', [maya.id]).catch(() => {})
    const gone = (await run('select from users where id = $1', [maya.id])).length === 0
    if (gone) expect((await use(token)).status).toBe(404)
  })

  it('works at another node, or after a restore with its keys', async () => {
    const { token } = await mailed()
    const other = await startTestApp({ database: app.database, clock: app.clock })
    const answer = await other.request('POST', '/api/v1/mail-stops/check', { body: { token } })
    expect(answer.status).toBe(200)
    await other.close()
  })
})

describe('messages of browsers (docs/product/ways.md#messages-of-browsers)', () => {
  it('arrive encrypted for the browser alone, and what is newer takes the place of what is older', async () => {
    const maya = await proven()
    const { endpoint } = await subscribe(maya)
    noon()
    await follow(maya)
    await deliver(maya)
    const first = await service.next()
    expect(first).toMatchObject({
      endpoint,
      data: { title: 'You have a new follower', path: '/notes' },
      ttl: '86400',
      claims: { aud: 'https://fcm.googleapis.com', sub: 'https://folio.example' },
    })
    expect(first.data.tag).toBe(first.topic)
    await deliver(maya)
    await follow(maya, 2)
    await deliver(maya)
    const second = await service.next()
    expect(second.data.title).toBe('3 people followed you')
    expect(second.topic).toBe(first.topic)
    expect(service.messages.filter((message) => message.endpoint === endpoint)).toHaveLength(2)
  })

  it('wait for the end of quiet hours, but not those about the sign-in', async () => {
    const maya = await proven()
    const { endpoint } = await subscribe(maya)
    noon()
    app.clock.set(new Date(app.clock.now().getTime() + 12 * hourMs))
    await follow(maya)
    await app.database.db
      .transaction()
      .execute((db) =>
        tell({ db, actor: null, clock: app.clock.now }, [{ userId: maya.id, kind: 'sign_in_changed' }]),
      )
    await deliver(maya)
    expect((await service.next()).data.title).toBe('Your sign-in was changed')
    const [job] = await run(
      `select run_at > now() + interval '6 hours' as waits from graphile_worker.jobs where key = $1`,
      [`news-${maya.id}`],
    )
    expect(job).toEqual({ waits: true })
    app.clock.set(new Date(app.clock.now().getTime() + 7 * hourMs))
    await deliver(maya)
    expect((await service.next()).data.title).toBe('You have a new follower')
    expect(service.messages.filter((message) => message.endpoint === endpoint)).toHaveLength(2)
  })

  it('end with the session, and belong to one account', async () => {
    const maya = await proven()
    const again = await signInAgain(app, maya)
    const first = await subscribe(maya)
    await subscribe({ ...maya, token: again.access_token })
    expect((await ways(maya)).devices).toHaveLength(2)
    // The same browser, signed in as somebody else.
    const ben = await proven()
    await ask(ben, 'PUT', '/device', first)
    expect((await ways(maya)).devices).toHaveLength(1)
    expect((await ways(ben)).devices).toMatchObject([{ is_current: true }])
    expect((await ways(maya)).devices).toHaveLength(1)
    await app.request('POST', '/auth/v1/logout?scope=local', { token: again.access_token })
    expect((await ways(maya)).devices).toEqual([])
    expect(await run('select from push_devices where user_id = $1', [maya.id])).toEqual([])
  })

  it('go to ten browsers at most, and to those that somebody has not removed', async () => {
    const maya = await proven()
    await subscribe(maya)
    for (let n = 0; n < 10; n += 1) {
      app.clock.set(new Date(app.clock.now().getTime() + 1_000))
      const { access_token } = await signInAgain(app, maya)
      await subscribe({ ...maya, token: access_token })
    }
    const { devices } = await ways(maya)
    expect(devices).toHaveLength(10)
    expect(devices.some(({ is_current }) => is_current)).toBe(false)
    const stranger = await proven()
    expect((await ask(stranger, 'DELETE', `/devices/${devices[0]?.id}`)).status).toBe(404)
    expect((await ask(maya, 'DELETE', `/devices/${devices[0]?.id}`)).status).toBe(204)
    expect((await ask(maya, 'DELETE', `/devices/${devices[0]?.id}`)).status).toBe(404)
  })

  it('are no way to other addresses, and follow no redirect', async () => {
    const maya = await proven()
    const { keys } = service.subscribe('fcm.googleapis.com', 'x')
    for (const endpoint of ['https://127.0.0.1/x', 'http://fcm.googleapis.com/x', 'https://evil.example/x'])
      expect((await ask(maya, 'PUT', '/device', { endpoint, keys })).status).toBe(400)
    const short = { ...keys, auth: 'AAAA' }
    expect(
      (await ask(maya, 'PUT', '/device', { endpoint: 'https://fcm.googleapis.com/x', keys: short })).status,
    ).toBe(400)
    await subscribe(maya)
    noon()
    await follow(maya)
    service.answers.push(302)
    await deliver(maya)
    expect(service.requests.filter((request) => !request.includes('/send/'))).toEqual([])
    expect(await run(`select state from news_sends where user_id = $1`, [maya.id])).toEqual([
      { state: 'failed' },
    ])
  })

  it.each([404, 410])('end where the service answers %i', async (status) => {
    const maya = await proven()
    await subscribe(maya)
    noon()
    await follow(maya)
    service.answers.push(status)
    await deliver(maya)
    expect((await ways(maya)).devices).toEqual([])
  })
})
