import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, signInAgain, signUp } from '../../../tests/harness/people.ts'
import { restartDetails } from '../../payouts/index.ts'
import { ageDetails } from '../../payouts/testing/age-details.ts'
import type { Context } from '../../platform/context.ts'
import { dayMs, hourMs, minuteMs } from '../../shared/time.ts'
import { maintainIdentity, restartUndo } from '../index.ts'
import { proveAddress } from '../providers/proven-address.ts'
import { startUndoStage, type UndoStage } from '../testing/undo-stage.ts'

let stage: UndoStage
let context: Context
beforeAll(async () => {
  stage = await startUndoStage()
  context = { db: stage.app.database.db, clock: stage.app.clock.now, actor: null }
})
afterAll(() => stage.close())
beforeEach(() => stage.app.clock.set(new Date()))

const passkeysOf = ({ id }: { id: string }) =>
  stage.run('select id, name, created_at from passkeys where user_id = $1', [id])
const open = { status: 200, body: { is_done: false } }
const done = { status: 200, body: { is_done: true, changes: [] } }
const gone = { status: 404, body: { code: 'not_found' } }
const sessionOf = async (person: Person) => ({ token: (await signInAgain(stage.app, person)).access_token })
const signIn = (person: { email: string; password: string }) =>
  stage.app.request('POST', '/auth/v1/token?grant_type=password', {
    body: { email: person.email, password: person.password },
  })

describe('a change of what proves a person (docs/product/undo.md#what-can-be-taken-back)', () => {
  it('is taken back by the link of its mail, once and without signing in', async () => {
    const maya = await stage.proven()
    await stage.addPasskey(maya)
    const token = await stage.undoIn(maya, 'A passkey was added')
    expect(token).toMatch(/^[\w-]{43}$/)
    const shown = { means: 'passkey', change: 'added', name: expect.any(String) }
    expect(await stage.check(token)).toMatchObject({ ...open, body: { changes: [shown] } })
    expect(await passkeysOf(maya)).toHaveLength(1)
    expect(await stage.use(token)).toMatchObject(done)
    expect(await passkeysOf(maya)).toEqual([])
    expect((await stage.signInWithPasskey()).status).toBe(400)
    expect((await stage.app.request('GET', '/api/v1/me', { token: maya.token })).status).toBe(401)
    expect(await stage.undoIn(maya, 'were taken back')).toBeUndefined()
    expect(await stage.use(token)).toMatchObject(done)
    expect(await stage.check(token)).toMatchObject(done)
    expect((await signIn(maya)).status).toBe(200)
  })

  it('gives back a removed passkey with its age', async () => {
    const maya = await stage.proven()
    const id = await stage.addPasskey(maya)
    const before = await passkeysOf(maya)
    await stage.smtp.mailTo(maya.email)
    await stage.asked(maya.token, 'PATCH', `/auth/v1/passkeys/${id}`, { friendly_name: 'Mine' })
    await stage.smtp.mailTo(maya.email)
    await stage.asked(maya.token, 'DELETE', `/auth/v1/passkeys/${id}`)
    expect((await stage.signInWithPasskey()).status).toBe(400)
    expect(await stage.use(await stage.undoIn(maya, 'removed'))).toMatchObject(done)
    expect(await passkeysOf(maya)).toEqual([{ ...before[0], name: 'Mine' }])
    expect((await stage.signInWithPasskey()).status).toBe(200)
  })

  it('gives back an app and its recovery codes, the used ones as used', async () => {
    const maya = await stage.proven()
    const { id } = await stage.addApp(maya)
    await stage.smtp.mailTo(maya.email)
    const { codes } = await stage.asked(maya.token, 'POST', '/auth/v1/factors/recovery-codes', {})
    await stage.smtp.mailTo(maya.email)
    const showCode = (token: string, code: string) =>
      stage.app.request('POST', '/auth/v1/factors/recovery-codes/verify', { token, body: { code } })
    expect((await showCode(maya.token, codes[0])).status).toBe(200)
    await stage.smtp.mailTo(maya.email)
    await stage.asked(maya.token, 'DELETE', `/auth/v1/factors/${id}`)
    expect(await stage.run('select id from factors where user_id = $1', [maya.id])).toEqual([])
    expect(await stage.use(await stage.undoIn(maya, 'app was removed'))).toMatchObject(done)
    const { access_token: token } = await signInAgain(stage.app, maya)
    expect((await stage.app.request('GET', '/api/v1/me', { token })).status).toBe(403)
    expect((await showCode(token, codes[0])).status).toBe(422)
    expect((await showCode(token, codes[1])).status).toBe(200)
  })

  it('gives back recovery codes in place of those that replaced them', async () => {
    const maya = await stage.proven()
    await stage.addApp(maya)
    const path = '/auth/v1/factors/recovery-codes'
    const { codes } = await stage.asked(maya.token, 'POST', path, {})
    for (const subject of ['is on', 'New recovery']) await stage.undoIn(maya, subject)
    const { codes: others } = await stage.asked(maya.token, 'POST', `${path}/regenerate`, {})
    expect(await stage.use(await stage.undoIn(maya, 'New recovery'))).toMatchObject(done)
    const { access_token: token } = await signInAgain(stage.app, maya)
    const status = async (code: string) =>
      (await stage.app.request('POST', `${path}/verify`, { token, body: { code } })).status
    expect([await status(others[0]), await status(codes[0])]).toEqual([422, 200])
  })

  it('leaves no password where one was set, so that a mailed link sets the next', async () => {
    const maya = await stage.proven()
    const changed = { ...maya, password: 'set by a thief, or not' }
    const body = { password: changed.password, current_password: maya.password }
    await stage.asked(maya.token, 'PUT', '/auth/v1/user', body)
    const token = await stage.undoIn(maya, 'Your password was changed')
    expect((await signIn(changed)).status).toBe(200)
    expect(await stage.use(token)).toMatchObject(done)
    expect([(await signIn(changed)).status, (await signIn(maya)).status]).toEqual([400, 400])
    await stage.undoIn(maya, 'were taken back')
    await stage.app.request('POST', '/auth/v1/recover', { body: { email: maya.email } })
    const link = /token_hash=([\w-]+)/.exec((await stage.smtp.mailTo(maya.email)).text ?? '')?.[1]
    const recovered = await stage.app.request('POST', '/auth/v1/verify', {
      body: { type: 'recovery', token_hash: link },
    })
    await stage.asked(recovered.body.access_token, 'PUT', '/auth/v1/user', { password: 'mine, once again' })
    expect((await signIn({ ...maya, password: 'mine, once again' })).status).toBe(200)
  })

  it('gives a passkey its name back, of which a mail tells; the same name again is no change', async () => {
    const maya = await stage.proven()
    const id = await stage.addPasskey(maya)
    await stage.smtp.mailTo(maya.email)
    const [{ name: was }] = await passkeysOf(maya)
    const rename = (friendly_name: string) =>
      stage.asked(maya.token, 'PATCH', `/auth/v1/passkeys/${id}`, { friendly_name })
    await Promise.all([rename(was), rename(was)])
    await rename('The thief’s')
    const mail = await stage.smtp.mailTo(maya.email)
    expect(mail.subject).toContain('A passkey was renamed')
    expect(mail.text).toContain(`The passkey “${was}” of your account`)
    expect(mail.text).toContain('It is now called “The thief’s”')
    const token = /\/auth\/undo#(\S+)/.exec(mail.text ?? '')?.[1]
    expect((await stage.check(token)).body.changes).toMatchObject([
      { means: 'passkey', change: 'changed', name: was },
    ])
    expect(await stage.use(token)).toMatchObject(done)
    expect(await passkeysOf(maya)).toMatchObject([{ name: was }])
  })

  it('of a passkey’s name comes twenty times an hour at most, since each is told by mail', async () => {
    const maya = await stage.proven()
    const id = await stage.addPasskey(maya)
    const rename = (friendly_name: string) =>
      stage.app.request('PATCH', `/auth/v1/passkeys/${id}`, { token: maya.token, body: { friendly_name } })
    for (let n = 0; n < 20; n += 1) expect((await rename(`Phone ${n}`)).status).toBe(200)
    expect(await rename('Phone')).toMatchObject({
      status: 429,
      body: { error_code: 'over_request_rate_limit' },
    })
  })

  it('takes back what a thief did after it, and only that', async () => {
    const maya = await stage.proven()
    await stage.addPasskey(maya)
    await stage.smtp.mailTo(maya.email)
    await stage.enterDetails(maya, 'maya@pay.example')
    const first = await stage.undoIn(maya, 'payout details')
    await stage.enterDetails(maya, 'thief@pay.example')
    const second = await stage.undoIn(maya, 'payout details')
    const [passkey] = await passkeysOf(maya)
    const rename = { friendly_name: 'The thief’s' }
    await stage.asked(maya.token, 'PATCH', `/auth/v1/passkeys/${passkey.id}`, rename)
    await stage.smtp.mailTo(maya.email)
    const { id } = await stage.addApp(maya)
    const third = await stage.undoIn(maya, 'is on')
    expect((await stage.check(second)).body.changes).toMatchObject([
      { means: 'totp', change: 'added' },
      { means: 'passkey', change: 'changed' },
      { means: 'payout_account', change: 'added' },
    ])
    expect(await stage.use(second)).toMatchObject(done)
    expect(await stage.run('select id from factors where id = $1', [id])).toEqual([])
    expect(await passkeysOf(maya)).toEqual([passkey])
    expect(await stage.use(third)).toMatchObject(done)
    const { access_token: token } = await signInAgain(stage.app, maya)
    expect((await stage.app.request('GET', '/api/v1/me/payout-details', { token })).body).toMatchObject({
      ...{ current: null, coming: { account: 'm•••@pay.example' } },
    })
    expect(await stage.check(first)).toMatchObject({ body: { changes: [{ means: 'payout_account' }] } })
  })

  it('is taken back once by two presses at once', async () => {
    const maya = await stage.proven()
    await stage.addPasskey(maya)
    const token = await stage.undoIn(maya, 'A passkey was added')
    const presses = await Promise.all([stage.use(token), stage.use(token), stage.use(token)])
    for (const press of presses) expect(press).toMatchObject(done)
    const written = stage.lines.filter(
      (line) => line.includes('changes_taken_back') && line.includes(maya.id),
    )
    expect(written).toHaveLength(1)
  })

  it('works while the account is suspended, and lets nobody in', async () => {
    const maya = await stage.proven()
    await stage.addPasskey(maya)
    const token = await stage.undoIn(maya, 'A passkey was added')
    await stage.run('update users set steps_drop_at = now() where id = $1', [maya.id])
    await stage.run(`update users set suspended_at = now(), suspended_reason = 'x' where id = $1`, [maya.id])
    const answer = await stage.use(token)
    expect(answer).toMatchObject(done)
    expect(JSON.stringify(answer.body)).not.toMatch(/token/)
    expect(await stage.run('select steps_drop_at as at from users where id = $1', [maya.id])).toEqual([
      { at: null },
    ])
    expect(await passkeysOf(maya)).toEqual([])
  })

  it('cannot be taken back after seven days, and nothing is kept any longer', async () => {
    const maya = await stage.proven()
    const id = await stage.addPasskey(maya)
    await stage.smtp.mailTo(maya.email)
    await stage.asked(maya.token, 'DELETE', `/auth/v1/passkeys/${id}`)
    const token = await stage.undoIn(maya, 'removed')
    const kept = () =>
      stage.run('select 1 from means_changes where user_id = $1 and kept is not null', [maya.id])
    stage.app.clock.advance(7 * dayMs - hourMs)
    await maintainIdentity(context, { days: 90, adminIdleHours: 12 })
    expect(await stage.check(token)).toMatchObject(open)
    expect(await kept()).toHaveLength(1)
    stage.app.clock.advance(2 * hourMs)
    expect(await stage.use(token)).toMatchObject(gone)
    expect(await passkeysOf(maya)).toEqual([])
    await maintainIdentity(context, { days: 90, adminIdleHours: 12 })
    expect(await kept()).toEqual([])
    expect(await stage.check(token)).toMatchObject(gone)
  })

  it('waits anew after a restore', async () => {
    const maya = await stage.proven()
    await stage.addPasskey(maya)
    const token = await stage.undoIn(maya, 'A passkey was added')
    stage.app.clock.advance(30 * dayMs)
    expect(await stage.check(token)).toMatchObject(gone)
    await restartUndo(context, new Date())
    const until = new Date(stage.app.clock.now().getTime() + 7 * dayMs)
    const [rest] = await stage.run('select payouts_rest_until as until from users where id = $1', [maya.id])
    expect(rest).toEqual({ until })
    expect(await stage.use(token)).toMatchObject({ ...done, body: { until: until.toISOString() } })
    expect(await passkeysOf(maya)).toEqual([])
  })

  it('waits anew after a restore also where payout details would count by now', async () => {
    const maya = await stage.proven()
    const { owner } = stage.app.database
    await stage.enterDetails(maya, 'maya@pay.example')
    await stage.undoIn(maya, 'payout details')
    await ageDetails(stage.app.database, 30)
    await stage.enterDetails(maya, 'thief@pay.example')
    const token = await stage.undoIn(maya, 'payout details')
    await ageDetails(stage.app.database, 20)
    const madeAt = new Date(Date.now() - 19 * dayMs)
    const standing = async () =>
      (await stage.app.request('GET', '/api/v1/me/payout-details', await sessionOf(maya))).body
    expect(await standing()).toMatchObject({ current: { account: 't•••@pay.example' }, coming: null })

    const before = Date.now()
    await restartDetails({ ...context, db: owner.db }, madeAt)
    await restartUndo(context, madeAt)
    const { current, coming } = await standing()
    expect([current.account, coming.account]).toEqual(['m•••@pay.example', 't•••@pay.example'])
    expect(Date.parse(coming.counts_from)).toBeGreaterThan(before + 7 * dayMs - minuteMs)
    expect(await stage.use(token)).toMatchObject(done)
    expect(await standing()).toMatchObject({ current: { account: 'm•••@pay.example' }, coming: null })
    // No other statement moves it, whoever gives it.
    for (const { pool } of [stage.app.database, owner])
      await expect(pool.query('update payout_details set counts_from = now()')).rejects.toThrow()
  })
})

describe('a link to take changes back', () => {
  it('is none for an unknown, foreign or malformed token', async () => {
    const maya = await stage.proven()
    await stage.app.request('POST', '/auth/v1/recover', { body: { email: maya.email } })
    const reset = /token_hash=([\w-]+)/.exec((await stage.smtp.mailTo(maya.email)).text ?? '')?.[1]
    for (const token of [reset, 'x', '../', 'ü'.repeat(200), maya.token.slice(0, 200)]) {
      expect(await stage.check(token)).toMatchObject(gone)
      expect(await stage.use(token)).toMatchObject(gone)
    }
    for (const token of ['', null, 1, ['x'], 'x'.repeat(201)])
      expect(await stage.use(token)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('is mailed to a proven address alone, and takes back nothing from before', async () => {
    const maya = await signUp(stage.app)
    await stage.addPasskey(maya)
    expect(await stage.undoIn(maya, 'A passkey was added')).toBeUndefined()
    await context.db
      .transaction()
      .execute((db) => proveAddress({ ...context, db }, maya.id, { afterProof: async () => {} }))
    expect(await stage.run('select 1 from means_changes where user_id = $1', [maya.id])).toEqual([])
  })

  it('stands in no log, header or row, and goes with the account', async () => {
    const maya = await stage.proven()
    await stage.addPasskey(maya)
    const token = (await stage.undoIn(maya, 'A passkey was added')) ?? ''
    const { headers } = await fetch(`${stage.app.url}/api/v1/undo-links/use`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(JSON.stringify([...headers])).not.toContain(token)
    expect(stage.lines.join()).not.toContain(token)
    const rows = await stage.run(
      `select c::text as row from means_changes c where user_id = $1
       union all select j::text from graphile_worker._private_jobs j`,
      [maya.id],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
    await stage.run('delete from users where id = $1', [maya.id])
    expect(await stage.use(token)).toMatchObject(gone)
  })
})
