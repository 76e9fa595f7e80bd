import { afterEach, describe, expect, it } from 'vitest'
import { authError } from '../../identity/errors.ts'
import { offline } from './fake-api.ts'
import { takeFaults } from './faults.ts'
import { answerWire, clearWire, sentByWire, wireAnswer } from './wire.ts'

const recover = 'POST /auth/v1/recover'
const post = (path: string, body: object) =>
  wireAnswer(new Request(`http://folio.test${path}`, { method: 'POST', body: JSON.stringify(body) }))

afterEach(clearWire)

describe('the wire of the screen tests', () => {
  it('gives the answers it was set up with, and records what was sent', async () => {
    expect(await post('/auth/v1/recover', { email: 'ana@example.com' })).toBeNull()
    answerWire({ [recover]: () => ({}) })
    const answer = await post('/auth/v1/recover?redirect_to=x', { email: 'ana@example.com' })
    expect(await answer?.json()).toEqual({})
    expect(sentByWire(recover)).toMatchObject([
      { query: { redirect_to: 'x' }, body: { email: 'ana@example.com' } },
    ])
  })

  it('refuses as the server does, and as a lost network does', async () => {
    const fail = (error: Error) => () => {
      throw error
    }
    answerWire({ [recover]: fail(authError('invalid_credentials')) })
    const answer = await post('/auth/v1/recover', { email: 'ana@example.com' })
    expect([answer?.status, await answer?.json()]).toEqual([
      400,
      { code: 'invalid_credentials', message: 'Invalid login credentials' },
    ])
    answerWire({ [recover]: fail(offline()) })
    await expect(post('/auth/v1/recover', { email: 'ana@example.com' })).rejects.toThrow('Failed to fetch')
    expect(takeFaults()).toEqual([])
  })

  it('fails the test for an answer that breaks the contract', async () => {
    answerWire({ [recover]: () => ({ secret: 1 }) as object as Record<string, never> })
    const problem = /secret is unknown to the contract/
    await expect(post('/auth/v1/recover', { email: 'ana@example.com' })).rejects.toThrow(problem)
    await expect(post('/auth/v1/recover', { email: 'ana' })).rejects.toThrow(/in body/)
    expect(takeFaults()).toHaveLength(2)
  })
})
