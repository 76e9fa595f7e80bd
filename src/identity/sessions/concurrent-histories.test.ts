import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { AppError } from '../../shared/errors.ts'
import type { SignOutScope, WireSession } from '../contract.ts'
import { AuthError } from '../errors.ts'
import { createPasswords } from '../passwords.ts'
import { type AuthServer, someone, startAuthServer } from '../testing/auth-server.ts'
import { minCost } from '../testing/password-cost.ts'
import { endOwnSession } from './own-sessions.ts'
import { hashOfToken } from './sessions.ts'

const firstPassword = 'correct horse'
const device = { userAgent: null }
let server: AuthServer
let firstHash: string
beforeAll(async () => {
  server = await startAuthServer()
  firstHash = await createPasswords(minCost).hash(firstPassword)
})
afterAll(() => server.close())

/** `by` and `of` choose among the sessions there have been; `back`, how many tokens before the newest known one. */
type Act =
  | { do: 'refresh'; of: number; back: number }
  | { do: 'sign in' }
  | { do: 'sign out'; by: number; scope: SignOutScope }
  | { do: 'end'; by: number; of: number }
  | { do: 'change password'; by: number }

const session = fc.nat(5)
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('refresh' as const),
      of: session,
      back: fc.constantFrom(0, 0, 0, 1, 2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sign in' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('sign out' as const),
      by: session,
      scope: fc.constantFrom<SignOutScope>('local', 'global', 'others'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), by: session, of: session }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change password' as const), by: session }) },
)
/** Rounds of what is done at once, one round after the other. */
const histories = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 })

type Known = { id: string; refreshTokens: string[]; accessTokens: string[]; endedAt: Date | null }

/** One person, and all tokens and sessions they ever got. */
class Person {
  readonly email = someone().email
  readonly sessions: Known[] = []
  password = firstPassword

  async begin() {
    const now = server.context.clock()
    const row = { email: this.email, password_hash: firstHash, created_at: now, updated_at: now }
    await server.db.insertInto('users').values(row).execute()
    await this.signIn()
    await this.signIn()
  }

  at(index: number): Known {
    return this.sessions[index % this.sessions.length] as Known
  }

  async signIn() {
    const credentials = { email: this.email, password: this.password }
    this.note(await server.identity.sessions.signIn(server.context, credentials, device))
  }

  note({ access_token, refresh_token }: WireSession) {
    const { session_id: id } = JSON.parse(
      Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString(),
    )
    let known = this.sessions.find((one) => one.id === id)
    if (!known) {
      known = { id, refreshTokens: [], accessTokens: [], endedAt: null }
      this.sessions.push(known)
    }
    known.accessTokens.push(access_token)
    if (!known.refreshTokens.includes(refresh_token)) known.refreshTokens.push(refresh_token)
  }
}

/** How the session calls: by its newest access token, which may no longer be good. */
async function contextOf({ accessTokens }: Known) {
  const { actor } = await server.identity.callers.authenticate(server.context, accessTokens.at(-1) ?? '')
  return { ...server.context, actor }
}

/** Does one act, and returns the sessions that it has ended if it succeeded. */
async function perform(person: Person, act: Act, round: number): Promise<Known[]> {
  const before = [...person.sessions]
  if (act.do === 'sign in') {
    await person.signIn()
    return []
  }
  if (act.do === 'refresh') {
    const tokens = person.at(act.of).refreshTokens
    const token = tokens[Math.max(0, tokens.length - 1 - act.back)] ?? ''
    person.note(await server.identity.sessions.refresh(server.context, token))
    return []
  }
  const own = person.at(act.by)
  const others = before.filter((one) => one !== own)
  if (act.do === 'end') {
    const target = person.at(act.of)
    await endOwnSession(await contextOf(own), target.id)
    return [target]
  }
  if (act.do === 'sign out') {
    await server.identity.sessions.signOut(await contextOf(own), act.scope)
    return { local: [own], global: before, others }[act.scope]
  }
  const change = { password: `${firstPassword} ${round}`, current_password: person.password }
  await server.identity.account.update(await contextOf(own), change)
  return others
}

const refused = (error: unknown) => {
  const isExpected = (error instanceof AuthError || error instanceof AppError) && error.status < 500
  if (!isExpected) throw error
  return error.code
}

async function replay(history: Act[][]) {
  const person = new Person()
  await person.begin()
  for (const [round, acts] of history.entries()) {
    const callers = acts.map((act) => 'by' in act && person.at(act.by))
    const outcomes = await Promise.all(acts.map((act) => perform(person, act, round).catch(refused)))
    const changers = callers.filter(
      (_, i) => acts[i]?.do === 'change password' && typeof outcomes[i] !== 'string',
    )
    expect(changers.length).toBeLessThanOrEqual(1)
    await checkDatabase(person, outcomes.filter((outcome) => typeof outcome !== 'string').flat())
    const [changer] = changers
    if (changer) {
      person.password = `${firstPassword} ${round}`
      // Sign-ins at the same time gave the old password.
      const living = person.sessions.filter(({ endedAt }) => endedAt === null)
      expect(living.filter((one) => one !== changer)).toEqual([])
    }
    await checkThatEndedIsEnded(person)
  }
}

async function checkDatabase(person: Person, mustHaveEnded: Known[]) {
  const rows = await server.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('refresh_tokens as active', (join) =>
      join.onRef('active.session_id', '=', 'sessions.id').on('active.replaced_at', 'is', null),
    )
    .select(['sessions.id', 'sessions.ended_at', 'active.token_hash'])
    .where('users.email', '=', person.email)
    .execute()
  // One row a session: at most one active token. There is no session that was not handed out.
  expect(rows.map(({ id }) => id).toSorted()).toEqual(person.sessions.map(({ id }) => id).toSorted())
  for (const known of person.sessions) {
    const row = rows.find(({ id }) => id === known.id)
    if (known.endedAt) expect(row?.ended_at).toEqual(known.endedAt)
    known.endedAt = row?.ended_at ?? null
    if (mustHaveEnded.includes(known)) expect(known.endedAt).not.toBeNull()
    if (!known.endedAt)
      expect(known.refreshTokens.some((token) => row?.token_hash?.equals(hashOfToken(token)))).toBe(true)
  }
}

async function checkThatEndedIsEnded({ sessions }: Person) {
  for (const known of sessions) {
    const callers = known.accessTokens.map((token) =>
      server.identity.callers.authenticate(server.context, token),
    )
    for (const { actor } of await Promise.all(callers))
      expect(actor?.sessionId).toBe(known.endedAt ? undefined : known.id)
    if (!known.endedAt) continue
    for (const token of known.refreshTokens)
      expect(await server.identity.sessions.refresh(server.context, token).catch(refused)).toBe(
        'session_not_found',
      )
  }
}

describe('sessions: any history of things done at once (decision 4)', () => {
  it('leaves one active token a session, and nothing of what has ended works again', async () => {
    await fc.assert(fc.asyncProperty(histories, replay), randomRuns(20))
  })
})
