import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { ManualClock } from '../../platform/clock.ts'
import type { WireSession } from '../contract.ts'
import { AuthError } from '../errors.ts'
import { type AuthServer, startAuthServer } from '../testing/auth-server.ts'
import { startSession } from './sessions.ts'

const clock = new ManualClock(new Date('2026-03-01T12:00:00Z'))
let server: AuthServer
let userId: string
beforeAll(async () => {
  server = await startAuthServer({ clock: clock.now })
  userId = (await server.newSession()).user.id
})
afterAll(() => server.close())

type Step =
  | { do: 'refresh'; back: number; times: number }
  | { do: 'wait'; seconds: number }
  | { do: 'sign out' }

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('refresh' as const),
      // How many tokens before the active one; mostly few.
      back: fc.oneof(fc.constantFrom(0, 0, 0, 1), fc.nat(4)),
      times: fc.constantFrom(1, 1, 2, 3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(4, 9, 11) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign out' as const) }) },
)

/** The rule, written a second time and independently: a list of tokens, and when each was used. */
class Model {
  readonly tokens: string[]
  readonly accessTokens: string[] = []
  readonly usedAt = new Map<number, number>()
  ended = false

  constructor(first: string) {
    this.tokens = [first]
  }

  expected(
    index: number,
    now: number,
  ): 'new' | 'active' | 'refresh_token_already_used' | 'session_not_found' {
    if (this.ended) return 'session_not_found'
    if (index === this.tokens.length - 1) return 'new'
    const childUsedAt = this.usedAt.get(index + 1)
    const inGrace = childUsedAt === undefined || now - childUsedAt <= 10_000
    return inGrace ? 'active' : 'refresh_token_already_used'
  }
}

const refresh = (token: string): Promise<WireSession | string> =>
  server.identity.sessions.refresh(server.context, token).catch((error: unknown) => {
    if (error instanceof AuthError) return error.code
    throw error
  })

async function replay(history: Step[]) {
  const session = await startSession(server.context, {
    userId,
    method: 'password',
    device: { userAgent: null },
  })
  const model = new Model(session.refreshToken)
  const actor = { userId, sessionId: session.id, role: 'user' as const }
  for (const step of history) {
    if (step.do === 'wait') clock.advance(step.seconds * 1_000)
    else if (step.do === 'sign out') {
      await server.identity.sessions.signOut({ ...server.context, actor }, 'local')
      model.ended = true
    } else await refreshAndCompare(model, step)
    await checkInvariants(session.id, model)
  }
}

async function refreshAndCompare(model: Model, { back, times }: { back: number; times: number }) {
  const now = clock.now().getTime()
  const index = Math.max(0, model.tokens.length - 1 - back)
  const expected = model.expected(index, now)
  const presented = model.tokens[index] as string
  const answers = await Promise.all(Array.from({ length: times }, () => refresh(presented)))
  if (expected === 'refresh_token_already_used') {
    model.ended = true
    // One is answered with the reuse; to the others the session has ended.
    expect(answers.toSorted()).toEqual([expected, ...Array(times - 1).fill('session_not_found')])
    return
  }
  for (const answer of answers) {
    if (typeof answer === 'string') expect(answer).toBe(expected)
    else model.accessTokens.push(answer.access_token)
  }
  const given = new Set(answers.map((answer) => (typeof answer === 'string' ? answer : answer.refresh_token)))
  expect(given.size).toBe(1)
  const [token] = given
  if (expected === 'active') expect(token).toBe(model.tokens.at(-1))
  if (expected !== 'new') return
  expect(model.tokens).not.toContain(token)
  model.usedAt.set(index, now)
  model.tokens.push(token as string)
}

async function checkInvariants(sessionId: string, model: Model) {
  const active = await server.db
    .selectFrom('refresh_tokens')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('replaced_at', 'is', null)
    .execute()
  expect(active.length).toBeLessThanOrEqual(1)
  const newest = model.accessTokens.at(-1)
  if (newest === undefined) return
  const { actor } = await server.identity.callers.authenticate(server.context, newest)
  expect(actor?.sessionId).toBe(model.ended ? undefined : sessionId)
}

describe('refresh tokens: any history of refreshes, waits and sign-outs', () => {
  it('follows the rule, has at most one active token, and nothing works after the end', async () => {
    const histories = fc.array(steps, { minLength: 3, maxLength: 14 })
    await fc.assert(fc.asyncProperty(histories, replay), randomRuns(30))
  })
})
