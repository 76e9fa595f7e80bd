import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signInAgain } from '../../../tests/harness/people.ts'
import { minuteMs } from '../../shared/time.ts'
import { fragmentOf, type Stage, startStage } from '../providers/testing/stage.ts'
import { startUndoStage, type UndoStage } from '../testing/undo-stage.ts'

let stage: UndoStage
let atProviders: Stage
let maya: Person
beforeAll(async () => {
  ;[stage, atProviders] = await Promise.all([startUndoStage(), startStage()])
})
afterAll(() => Promise.all([stage.close(), atProviders.close()]))
beforeEach(async () => {
  stage.app.clock.set(new Date())
  maya = await stage.proven()
})

/** What a session is told that begins to add an app: a failure's code, or nothing. */
const toldAt = async (app: TestApp, token: string): Promise<string | undefined> =>
  (await app.request('POST', '/auth/v1/factors', { token, body: { factor_type: 'totp' } })).body.error_code
const told = (token: string) => toldAt(stage.app, token)
const needed = 'reauthentication_needed'

/** Three days go by, by the database’s clock, for what somebody has of a kind. */
const settle = (table: 'passkeys' | 'factors', { id }: Person) =>
  stage.run(`update ${table} set settles_at = now() where user_id = $1`, [id])

describe('what has just been added proves nothing (docs/decisions/0100-settled-means.md)', () => {
  it('a password, neither by signing in nor by confirming with it', async () => {
    const password = 'another fine horse'
    await stage.asked(maya.token, 'PUT', '/auth/v1/user', { password, current_password: maya.password })
    const { access_token: token } = await signInAgain(stage.app, { ...maya, password })
    expect(await told(token)).toBe(needed)
    const confirm = () => stage.asked(token, 'POST', '/api/v1/me/confirm', { password })
    await confirm()
    expect(await told(token)).toBe(needed)
    await stage.run('update users set password_settles_at = now() where id = $1', [maya.id])
    await confirm()
    expect(await told(token)).toBeUndefined()
  })

  it('a passkey', async () => {
    await stage.addPasskey(maya)
    const signedIn = async () => (await stage.signInWithPasskey()).body.access_token
    expect(await told(await signedIn())).toBe(needed)
    await settle('passkeys', maya)
    expect(await told(await signedIn())).toBeUndefined()
  })

  it('an app', async () => {
    const { id, code } = await stage.addApp(maya)
    const show = async () => {
      stage.app.clock.advance(16 * minuteMs)
      const challenge = await stage.asked(maya.token, 'POST', `/auth/v1/factors/${id}/challenge`, {})
      const body = { challenge_id: challenge.id, code: code() }
      return (await stage.asked(maya.token, 'POST', `/auth/v1/factors/${id}/verify`, body)).access_token
    }
    expect(await told(await show())).toBe(needed)
    await settle('factors', maya)
    expect(await told(await show())).toBeUndefined()
  })

  it('recovery codes, though the app that they belong to is settled', async () => {
    const { id } = await stage.addApp(maya)
    const { codes } = await stage.asked(maya.token, 'POST', '/auth/v1/factors/recovery-codes', {})
    await stage.run('update factors set settles_at = now() where id = $1', [id])
    const show = async (code: string) => {
      const { access_token: token } = await signInAgain(stage.app, maya)
      const path = '/auth/v1/factors/recovery-codes/verify'
      return (await stage.asked(token, 'POST', path, { code })).access_token
    }
    expect(await told(await show(codes[0]))).toBe(needed)
    await settle('factors', maya)
    expect(await told(await show(codes[1]))).toBeUndefined()
  })

  it('a provider', async () => {
    const { app, providers } = atProviders
    const { user } = await atProviders.signUp(String(providers.claims.email))
    await proveAddress(app, user)
    const signedIn = async () => fragmentOf((await atProviders.signIn('google')).landing).access_token ?? ''
    expect(await toldAt(app, await signedIn())).toBe(needed)
    await app.database.owner.pool.query('update identities set settles_at = now() where user_id = $1', [
      user.id,
    ])
    expect(await toldAt(app, await signedIn())).toBeUndefined()
  })
})
