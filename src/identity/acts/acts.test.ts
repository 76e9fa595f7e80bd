import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { drawTables, withTables } from '../../../scripts/acts-table.ts'
import { readCalls } from '../../../tests/calls/api-calls.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, setRole, signUp } from '../../../tests/harness/people.ts'
import { minuteMs } from '../../shared/time.ts'
import { type ActName, acts } from './table.ts'

let app: TestApp
let ana: Person
beforeAll(async () => {
  // A name and HTTPS, so that there are passkeys.
  app = await startTestApp({ env: { SITE_URL: 'https://folio.test' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.owner.pool.query('delete from rate_limits')
  ana = await signUp(app)
  await proveAddress(app, ana)
})

const details = { method: 'paypal', account: 'ana@pay.test', legal_name: 'Ana Lopez', country: 'PT' }

/** What is sent of each call: enough to reach the check, and nothing that would do the act where none is meant. */
const sent: Record<string, (person: Person) => object | undefined> = {
  'PUT /auth/v1/user': ({ password }) => ({ password: 'another fine horse', current_password: password }),
  'POST /auth/v1/factors': () => ({ factor_type: 'totp' }),
  'POST /auth/v1/factors/:id/verify': () => ({ challenge_id: nothing, code: '000000' }),
  'PATCH /auth/v1/passkeys/:id': () => ({ friendly_name: 'Phone' }),
  'POST /auth/v1/passkeys/registration/verify': () => ({
    challenge_id: nothing,
    credential: {
      ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
    },
  }),
  'PUT /api/v1/me/payout-details': ({ password }) => ({ ...details, password }),
  'DELETE /api/v1/me': ({ username, password }) => ({ username, password }),
}
const nothing = '00000000-0000-4000-8000-000000000000'

/** Something of the person's that a call is about. */
type Own = { app?: string; newApp?: string; passkey?: string }

const asksForProof = new Set(['reauthentication_needed', 'step_up_required'])

/** Whether a call is refused for want of a proof. */
async function isAsked(call: string, person: Person, own: Own = {}): Promise<boolean> {
  const [method = '', path = ''] = call.split(' ')
  const id = path.includes('passkeys')
    ? own.passkey
    : method === 'DELETE'
      ? own.app
      : path.endsWith('/verify')
        ? own.newApp
        : undefined
  const { status, body } = await app.request(method, path.replace(':id', id ?? nothing), {
    token: person.token,
    body: sent[call]?.(person) ?? (method === 'GET' ? undefined : {}),
  })
  expect([call, status]).not.toEqual([call, 500])
  return asksForProof.has(body?.error_code ?? body?.code)
}

const owner = (text: string, values: unknown[]) => app.database.owner.pool.query(text, values)

/** An app as its enrolment makes it, of a secret that is not needed where only times are looked at. */
async function giveApp({ id }: Person, settles: string, isVerified = true): Promise<string> {
  const { rows } = await owner(
    `insert into factors (user_id, type, friendly_name, secret, verified_at, created_at, updated_at, settles_at)
     values ($1, 'totp', $2, '\\x00', $3, $4, $4, ${settles}) returning id`,
    [id, randomBytes(4).toString('hex'), isVerified ? app.clock.now() : null, app.clock.now()],
  )
  return rows[0].id
}

async function givePasskey({ id }: Person, settles: string): Promise<string> {
  const { rows } = await owner(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at, settles_at)
     values ($1, $2, '\\x00', 0, '{}', 'Phone', $3, ${settles}) returning id`,
    [id, randomBytes(16), app.clock.now()],
  )
  return rows[0].id
}

/** What a session has shown: nothing that counts, a settled step or another means, so many minutes ago. */
async function setProof(
  person: Person,
  by: string | null,
  minutesAgo: number,
  level = 'aal2',
): Promise<void> {
  const at = by && new Date(app.clock.now().getTime() - minutesAgo * minuteMs)
  const stepAt = by === 'app' || by === 'passkey' || by === 'recovery_code' ? at : null
  await owner('update sessions set proof_at = $2, proof_by = $3, step_at = $4, aal = $5 where user_id = $1', [
    ...[person.id, at, by, stepAt, level],
  ])
}

const own = async (settles: string): Promise<Own> => ({
  app: await giveApp(ana, settles),
  newApp: await giveApp(ana, settles, false),
  passkey: await givePasskey(ana, settles),
})

const settled = 'now()'
const unsettled = `now() + interval '1 minute'`
const userActs = Object.keys(acts).filter((name) => name !== 'admin.decide') as ActName[]
/** Those whose calls bring the password with them: it is a proof of its own where no step is settled. */
const bringsPassword = new Set<ActName>(['password.change', 'payout.details', 'account.delete'])
const others = userActs.filter((name) => !bringsPassword.has(name))

describe.each(others)('%s (docs/decisions/0100-settled-means.md)', (name) => {
  const { calls } = acts[name]

  it.each(calls)('%s asks whoever has proved nothing lately by a settled means', async (call) => {
    const things = await own(unsettled)
    await setProof(ana, null, 0)
    expect(await isAsked(call, ana, things)).toBe(true)
    await setProof(ana, 'password', 16)
    expect(await isAsked(call, ana, things)).toBe(true)
    await setProof(ana, 'password', 14)
    expect(await isAsked(call, ana, things)).toBe(false)
  })

  it.each(calls)('%s asks for a settled passkey, app or code where the account has one', async (call) => {
    const things = await own(settled)
    await setProof(ana, 'password', 1)
    expect(await isAsked(call, ana, things)).toBe(true)
    await setProof(ana, 'app', 16)
    expect(await isAsked(call, ana, things)).toBe(true)
    await setProof(ana, 'recovery_code', 14)
    expect(await isAsked(call, ana, things)).toBe(false)
  })
})

describe('acts that bring the password', () => {
  it.each(['password.change', 'payout.details'] as const)(
    '%s: it counts where it is settled, and no settled passkey or app is there',
    async (name) => {
      const [call] = acts[name].calls
      await setProof(ana, null, 0)
      await givePasskey(ana, settled)
      expect(await isAsked(call, ana)).toBe(true)
      await setProof(ana, 'password', 1)
      expect(await isAsked(call, ana)).toBe(true)
      await setProof(ana, 'passkey', 1)
      expect(await isAsked(call, ana)).toBe(false)
    },
  )

  it.each(['password.change', 'payout.details', 'account.delete'] as const)(
    '%s: one of less than three days proves nothing',
    async (name) => {
      const [call] = acts[name].calls
      await setProof(ana, null, 0)
      await owner(`update users set password_settles_at = ${unsettled} where id = $1`, [ana.id])
      expect(await isAsked(call, ana)).toBe(true)
      await owner('update users set password_settles_at = now() where id = $1', [ana.id])
      expect(await isAsked(call, ana)).toBe(false)
    },
  )

  it('the account is deleted by any settled means, though there is a passkey', async () => {
    await givePasskey(ana, settled)
    await setProof(ana, null, 0)
    expect(await isAsked('DELETE /api/v1/me', ana)).toBe(false)
  })
})

describe('what is an act', () => {
  it('stands in docs/security.md as it does in code', async () => {
    const document = readFileSync(path.join(import.meta.dirname, '../../../docs/security.md'), 'utf8')
    expect(document).toBe(withTables(document, await drawTables()))
  })

  it('is listed with calls that there are', async () => {
    const known = new Set((await readCalls(app)).map(({ name }) => name.replaceAll(/\{(\w+)\}/g, ':$1')))
    const listed = Object.values(acts).flatMap(({ calls }): readonly string[] => calls)
    expect(listed.filter((call) => !known.has(call))).toEqual([])
  })

  it('an admin decides within 15 minutes of a proof alone, be there a second step or none', async () => {
    await setRole(app, ana, 'admin')
    const call = 'POST /api/v1/admin/runs'
    await setProof(ana, 'password', 1)
    expect(await isAsked(call, ana)).toBe(false)
    await setProof(ana, 'password', 16)
    expect(await isAsked(call, ana)).toBe(true)
    await givePasskey(ana, settled)
    await setProof(ana, 'password', 1)
    expect(await isAsked(call, ana)).toBe(true)
  })
})

describe('an app that has just been added', () => {
  it('proves nothing for the next act, however often its code is shown, until it is settled', async () => {
    const { token } = ana
    const begun = await app.request('POST', '/auth/v1/factors', { token, body: { factor_type: 'totp' } })
    const path = `/auth/v1/factors/${begun.body.id}`
    const show = async () => {
      app.clock.advance(30_000)
      const challenge = await app.request('POST', `${path}/challenge`, { token })
      const code = new TOTP({ secret: begun.body.totp.secret }).generate({
        timestamp: app.clock.now().getTime(),
      })
      const body = { challenge_id: challenge.body.id, code }
      expect((await app.request('POST', `${path}/verify`, { token, body })).status).toBe(200)
    }
    await show()
    app.clock.advance(15 * minuteMs)
    await show()
    expect(await isAsked('POST /auth/v1/factors', ana)).toBe(true)
    expect(await isAsked('POST /auth/v1/factors/recovery-codes', ana)).toBe(true)
    expect(await isAsked('DELETE /auth/v1/factors/:id', ana, { app: begun.body.id })).toBe(true)
    await owner('update factors set settles_at = now() where user_id = $1', [ana.id])
    await show()
    expect(await isAsked('POST /auth/v1/factors', ana)).toBe(false)
  })

  it('is settled three days after its first code by the database’s clock, whatever the caller says', async () => {
    const begun = await app.request('POST', '/auth/v1/factors', {
      token: ana.token,
      body: { factor_type: 'totp' },
    })
    const { rows } = await owner(
      `select settles_at > now() + interval '71 hours' as is_later from factors where id = $1`,
      [begun.body.id],
    )
    expect(rows).toEqual([{ is_later: true }])
  })
})

describe('the means that an account can prove itself by', () => {
  const means = async (person = ana) =>
    (await app.request('GET', '/api/v1/me/proof', { token: person.token })).body.means.toSorted()

  it('are those that are settled, and steps alone where there is a settled one', async () => {
    expect(await means()).toEqual(['mailed_code', 'password'])
    await givePasskey(ana, unsettled)
    expect(await means()).toEqual(['mailed_code', 'password'])
    await givePasskey(ana, settled)
    expect(await means()).toEqual(['passkey'])
  })

  it('are none of mail before the address is proven', async () => {
    expect(await means(await signUp(app))).toEqual(['password'])
  })
})
