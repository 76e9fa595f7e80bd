import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { signUp } from '../harness/people.ts'

type Operation = { security?: unknown[] }

let app: TestApp
/** Every call that needs somebody, as the API itself describes them: a new one is tested the day it appears. */
let guarded: { method: string; path: string }[]

beforeAll(async () => {
  app = await startTestApp()
  const { body } = await app.request('GET', '/api/openapi.json')
  guarded = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => operation.security?.length)
        .map(([method]) => ({
          method: method.toUpperCase(),
          path: path.replace(/\{\w+\}/g, '01900000-0000-7000-8000-000000000000'),
        })),
  )
})
afterAll(() => app.close())

async function answersWith(token: string | undefined) {
  const answers: Record<string, string> = {}
  for (const { method, path } of guarded) {
    const body = method === 'GET' ? undefined : {}
    const answer = await app.request(method, path, { token, ...(body && { body }) })
    answers[`${method} ${path}`] = `${answer.status}`
  }
  return answers
}

/** To all but admins their calls do not exist (decisions: Accounts). */
const isForAdmins =
  /^\/api\/v1\/admin\/|^\/functions\/v1\/(amazon-import|commission-matcher|earnings-calculator)$/

const refused = () =>
  Object.fromEntries(
    guarded.map(({ method, path }) => [
      `${method} ${path}`,
      isForAdmins.test(path) ? '404' : expect.stringMatching(/^40[13]$/),
    ]),
  )

describe('calls that need somebody', () => {
  it('are known to this test', () => expect(guarded.length).toBeGreaterThanOrEqual(10))

  it('answer somebody who is no admin as if those for admins did not exist', async () => {
    const person = await signUp(app)
    const answers = Object.entries(await answersWith(person.token))
    const forAdmins = answers.filter(([name]) => isForAdmins.test(name.split(' ')[1] ?? ''))
    expect(forAdmins.length).toBeGreaterThanOrEqual(20)
    expect(forAdmins.filter(([, status]) => status !== '404')).toEqual([])
  })

  it('refuse an anonymous caller, whatever was sent', async () => {
    expect(await answersWith(undefined)).toEqual(refused())
  })

  it('refuse a made-up token', async () => {
    expect(await answersWith('eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.')).toEqual(refused())
  })

  it('refuse the token of a session that was signed out, at once', async () => {
    const person = await signUp(app)
    await app.request('POST', '/auth/v1/logout?scope=global', { token: person.token })
    expect(await answersWith(person.token)).toEqual(refused())
  })

  it('refuse an expired token', async () => {
    const person = await signUp(app)
    app.clock.advance(3601 * 1000)
    expect(await answersWith(person.token)).toEqual(refused())
  })
})
