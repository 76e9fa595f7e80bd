import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { deviceName } from '../../platform/user-agent.ts'

let app: TestApp
let maya: Person
beforeAll(async () => {
  app = await startTestApp()
  maya = await signUp(app)
})
afterAll(() => app.close())

const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const sessionsOf = (token: string) => app.request('GET', '/api/v1/me/sessions', { token })
const end = (id: string, token?: string) => app.request('DELETE', `/api/v1/me/sessions/${id}`, { token })

async function signIn({ email, password }: Person, userAgent: string) {
  const { body } = await app.request('POST', '/auth/v1/token?grant_type=password', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  })
  return body as { access_token: string; refresh_token: string }
}

const refresh = (refresh_token: string) =>
  app.request('POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } })

describe('one’s own sessions', () => {
  it('are listed with their devices, the last used first, living ones only', async () => {
    app.clock.advance(1_000)
    const phone = await signIn(maya, iphone)
    app.clock.advance(1_000)
    await signIn(maya, android)
    app.clock.advance(1_000)
    await refresh(phone.refresh_token)
    const { status, body } = await sessionsOf(phone.access_token)
    expect(status).toBe(200)
    const listed = body.items.map(({ device, is_current }: Record<string, unknown>) => [device, is_current])
    expect(listed).toEqual([
      ['Safari on iPhone', true],
      ['Chrome on Android', false],
      ['Unknown device', false],
    ])
    expect(body.items[0].refreshed_at).toBe(app.clock.now().toISOString())
    expect(body.items[0].created_at < body.items[0].refreshed_at).toBe(true)
    await end(body.items[1].id, phone.access_token)
    expect((await sessionsOf(phone.access_token)).body.items).toHaveLength(2)
  })

  it('end at once: neither token works any more', async () => {
    const lost = await signIn(maya, android)
    const { body } = await sessionsOf(lost.access_token)
    const { id } = body.items.find((item: { is_current: boolean }) => item.is_current)
    expect((await end(id, maya.token)).status).toBe(204)
    expect((await sessionsOf(lost.access_token)).status).toBe(401)
    expect(await refresh(lost.refresh_token)).toMatchObject({ status: 400 })
    expect(await end(id, maya.token)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('include the one that asks', async () => {
    const here = await signIn(maya, iphone)
    const { body } = await sessionsOf(here.access_token)
    const { id } = body.items.find((item: { is_current: boolean }) => item.is_current)
    expect((await end(id, here.access_token)).status).toBe(204)
    expect((await sessionsOf(here.access_token)).status).toBe(401)
  })

  it('are found by nobody else; others’ and unknown ones are not found', async () => {
    const theo = await signUp(app)
    const { body } = await sessionsOf(maya.token)
    for (const id of [body.items[0].id, crypto.randomUUID()])
      expect(await end(id, theo.token)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await sessionsOf(maya.token)).status).toBe(200)
    expect((await sessionsOf(theo.token)).body.items).toHaveLength(1)
  })

  it('need a session to be listed', async () => {
    expect((await app.request('GET', '/api/v1/me/sessions')).status).toBe(401)
    expect((await end(crypto.randomUUID())).status).toBe(401)
  })
})

describe('the name of a device', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
  it.each([
    [android, 'Chrome on Android'],
    [iphone, 'Safari on iPhone'],
    [`${windows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Microsoft Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iPad',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.5.0', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('is read from its user agent: %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })
})
