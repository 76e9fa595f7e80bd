import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { peoplesAgents } from '../../src/clicks/testing/agents.ts'
import { addressOf } from '../../src/clicks/testing/clicks.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { startDatabaseServer } from '../../src/platform/database/server.ts'
import { publishProduct } from '../chaos/load.ts'
import { signInAt, signUpAt } from '../harness/people.ts'
import { runCommand, startFolio } from '../harness/process.ts'

const libraries = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
)
const why = 'libfaketime is missing: apt-get install faketime'

/** A machine's clock that the test sets, as it differs from the right one: `+2h`. Null without the library. */
function fakeClock() {
  const library = libraries.find(existsSync)
  if (!library) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'offset')
  const set = (offset: string) => writeFileSync(file, offset)
  set('+0')
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // Time that only runs forward does so on a machine whose clock is set.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
  return { env, set }
}

const jumps = ['+2h', '+0', '-2h', '+0', '+40d', '+0']

describe('a clock that jumps (docs/operating.md#what-happens-when)', { timeout: 300_000 }, () => {
  it('under the app, not under its database: nobody is locked out, and nothing is done twice', async ({
    skip,
  }) => {
    const clock = fakeClock()
    if (!clock) return skip(why)
    const scene = await setScene(clock.env)
    const { url, call } = scene
    let session = await signUpAt(url)
    const password = 'long enough'
    const email = session.user.email ?? ''
    const { body: product } = await publishProduct(url, session.access_token)
    const events = new Map<string, string>()
    const posted = new Set<string>()

    for (const [n, jump] of jumps.entries()) {
      clock.set(jump)
      // As a page does that was open all the time.
      const renewed = await call('POST', '/auth/v1/token?grant_type=refresh_token', {
        body: { refresh_token: session.refresh_token },
      })
      expect([jump, renewed.status]).toEqual([jump, 200])
      session = renewed.body
      const token = session.access_token
      expect((await call('GET', '/api/v1/me', { token })).status).toBe(200)
      expect((await signInAt(url, email, password)).user.id).toBe(session.user.id)

      const address = addressOf(n + 1)
      const click = (event: string) =>
        call('POST', `/api/v1/products/${product.id}/clicks`, {
          body: { kind: 'view', referrer: null, event_id: event },
          headers: { 'user-agent': peoplesAgents['Safari on an iPhone'], 'x-forwarded-for': address },
        })
      const event = crypto.randomUUID()
      events.set(event, (await click(event)).body.outcome)
      for (const [earlier, outcome] of events) expect((await click(earlier)).body.outcome).toBe(outcome)

      const key = crypto.randomUUID()
      const publish = () =>
        call('POST', '/api/v1/products', {
          token,
          headers: { 'idempotency-key': key },
          body: { amazon_url: `https://amazon.com/dp/B0CLOCK00${n}`, title: 'A mug', category_id: null },
        })
      const made = await publish()
      expect(made.status).toBe(201)
      posted.add(made.body.id)
      expect((await publish()).body.id).toBe(made.body.id)

      // Somebody tries passwords until they are refused: at most until the clock is right again.
      const victim = await signUpAt(url)
      const tryOne = (attempt: string) =>
        call('POST', '/auth/v1/token?grant_type=password', {
          body: { email: victim.user.email, password: attempt },
          headers: { 'x-forwarded-for': addressOf(1_000 + n) },
        })
      await vi.waitUntil(async () => (await tryOne('not this one')).status === 429, {
        interval: 0,
        timeout: 30_000,
      })
      if (jump === '+0') continue
      clock.set('+0')
      expect([jump, (await tryOne(password)).status]).toEqual([jump, 200])
    }

    // Jobs go on: a mail that is asked for now is sent.
    await call('POST', '/auth/v1/recover', { body: { email } })
    await vi.waitUntil(() => existsSync(path.join(scene.dataDir, 'mails')), { timeout: 60_000 })
    expect(scene.said()).toContain('The clock was set, or this machine was asleep.')
    const verified = await scene.verify()
    expect([verified.code, verified.out]).toEqual([0, expect.not.stringContaining('WRONG')])
    expect(posted.size).toBe(jumps.length)
    expect(await scene.countClicks()).toBe(events.size)
  })
})

async function setScene(clock: Record<string, string>) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-clock-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const folio = await startFolio(dataDir, {
    ...clock,
    TRUST_PROXY: 'on',
    BACKUP_EVERY: 'off',
  })
  onTestFinished(async () => {
    await folio.end('SIGTERM')
  })
  return {
    url: folio.url,
    said: folio.output,
    dataDir,
    call: async (
      method: string,
      target: string,
      { body, token, headers = {} }: { body?: object; token?: string; headers?: Record<string, string> } = {},
    ) => {
      const response = await fetch(folio.url + target, {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
    verify: () => runCommand('verify', { dataDir }),
    countClicks: async () => {
      const { address } = await startDatabaseServer({ databaseUrl: undefined, dataDir }, () => {})
      const opened = openDatabase(address)
      const { rows } = await opened.pool.query('select count(*)::int as clicks from clicks')
      await opened.close()
      return rows[0].clicks
    },
  }
}
