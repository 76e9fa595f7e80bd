import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireSession } from '../contract.ts'
import type { WireAnswer } from '../testing/auth-server.ts'
import { type RecoveryStage, startRecoveryStage } from '../testing/recovery-stage.ts'

const password = 'correct horse'
let stage: RecoveryStage
beforeAll(async () => {
  stage = await startRecoveryStage()
})
afterAll(() => stage.close())

const change = (token: string, body: object) => stage.call('PUT', '/user', { token, body })
const signIn = (email: string, given: string) =>
  stage.call('POST', '/token?grant_type=password', { body: { email, password: given } })

async function openSessions(userId: string) {
  const rows = await stage.db
    .selectFrom('sessions')
    .select(['id', 'may_set_password'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  return rows
}

const isOpen = async ({ access_token: token }: WireSession) =>
  (await stage.call('GET', '/user', { token })).status === 200

const statuses = (answers: WireAnswer[]) => answers.map(({ status }) => status).toSorted()

describe('changing a password while others do things', () => {
  it('two changes in one session: one wins, and its password is the one that counts', async () => {
    const { access_token: token, user } = await stage.newSession()
    const choices = ['first choice', 'second choice', 'third choice']
    const answers = await Promise.all(
      choices.map((choice) => change(token, { password: choice, current_password: password })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 200) expect(['conflict', 'current_password_invalid']).toContain(body.code)
    const signIns = await Promise.all(choices.map((choice) => signIn(user.email, choice)))
    expect(signIns.map(({ status }) => status === 200)).toEqual(answers.map(({ status }) => status === 200))
  })

  it('two changes in two sessions: one wins, the other session has ended', async () => {
    const { access_token: one, user } = await stage.newSession()
    const other = String((await signIn(user.email, password)).body.access_token)
    const answers = await Promise.all([
      change(one, { password: 'first choice', current_password: password }),
      change(other, { password: 'second choice', current_password: password }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await openSessions(user.id)).toHaveLength(1)
  })

  it('a session begun by a mailed link sets one password without the old one, however often it asks at once', async () => {
    const { user } = await stage.newSession()
    await stage.ask(user.email)
    const { access_token: token } = await stage.recover(await stage.tokenTo(user.email))
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => change(token, { password: `${name} choice` })),
    )
    // Those that come after it are refused before anything is hashed, so none meets it in the database.
    expect(statuses(answers)).toEqual([200, 400, 400, 400])
    for (const { status, body } of answers)
      if (status !== 200) expect(body.code).toBe('current_password_required')
    expect(await openSessions(user.id)).toMatchObject([{ may_set_password: false }])
  })

  it('sign-ins with the old password meanwhile are refused or ended', async () => {
    const { access_token: token, user } = await stage.newSession()
    const [changed, ...signIns] = await Promise.all([
      change(token, { password: 'another horse', current_password: password }),
      ...Array.from({ length: 4 }, () => signIn(user.email, password)),
    ])
    expect(changed?.status).toBe(200)
    expect(await openSessions(user.id)).toHaveLength(1)
    for (const answer of signIns)
      if (answer.status === 200) expect(await isOpen(answer.body as unknown as WireSession)).toBe(false)
  })

  it('a sign-in that commits while the password changes has ended', async () => {
    const { access_token: token, user } = await stage.newSession()
    const late = await stage.db.transaction().execute(async (db) => {
      const credentials = { email: user.email, password }
      const session = await stage.identity.sessions.signIn({ ...stage.context, db }, credentials, {
        userAgent: null,
      })
      const changed = change(token, { password: 'another horse', current_password: password })
      await stage.untilBlocked()
      return { session, changed }
    })
    expect((await late.changed).status).toBe(200)
    expect(await isOpen(late.session)).toBe(false)
  })

  it('a code whose exchange commits while the password changes leaves no session', async () => {
    const verifier = 'v'.repeat(43)
    const { access_token: token, user } = await stage.newSession()
    await stage.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', user.id)
      .execute()
    const body = { auth_code: await codeFor(user.email, verifier), code_verifier: verifier }
    const late = await stage.db.transaction().execute(async (db) => {
      const session = await stage.identity.sessions.exchangeCode({ ...stage.context, db }, body, {
        userAgent: null,
      })
      const changed = change(token, { password: 'another horse', current_password: password })
      await stage.untilBlocked()
      return { session, changed }
    })
    expect((await late.changed).status).toBe(200)
    expect(await isOpen(late.session)).toBe(false)
  })

  it('links used and codes exchanged at once with it leave no session behind, and nothing blocks', async () => {
    const verifier = 'v'.repeat(43)
    const { user } = await stage.newSession()
    await stage.ask(user.email)
    const { access_token: token } = await stage.recover(await stage.tokenTo(user.email))
    expect((await change(token, { password: 'first choice' })).status).toBe(200)
    const auth_code = await codeFor(user.email, verifier)
    await stage.ask(user.email)
    const token_hash = await stage.tokenTo(user.email)
    const [changed, exchanged, verified] = await Promise.all([
      change(token, { password: 'another horse', current_password: 'first choice' }),
      stage.call('POST', '/token?grant_type=pkce', { body: { auth_code, code_verifier: verifier } }),
      stage.verify({ type: 'recovery', token_hash }),
    ])
    expect(changed.status).toBe(200)
    // Each either came first and has ended, or found its link or code gone.
    expect([200, 404]).toContain(exchanged.status)
    expect([200, 403]).toContain(verified.status)
    expect(await openSessions(user.id)).toHaveLength(1)
    const codes = stage.db.selectFrom('auth_codes').select('user_id').where('user_id', '=', user.id)
    expect(await codes.execute()).toEqual([])
  })
})

/** A code that gives a session to a client with this verifier. */
async function codeFor(email: string, verifier: string): Promise<string> {
  await stage.ask(email, verifier)
  const { location } = await stage.follow({ type: 'recovery', token: await stage.tokenTo(email) })
  return new URL(location).searchParams.get('code') ?? ''
}
