import { afterEach, describe, expect, it } from 'vitest'
import type { Api } from '../api/client.ts'
import { type Answers, fakeApi, offline, refused } from './fake-api.ts'
import { takeFaults } from './faults.ts'

const categories = {
  items: [{ id: '0193a000-0000-7000-8000-000000000001', name: 'A', slug: 'a', sort_order: 1 }],
}
const shortLink = { body: { url: 'https://a.co/d/kettle' } }
const lookUp = 'POST /functions/v1/resolve-short-link'

/** The messages of the faults that fail the test. */
const faults = () => takeFaults().map((fault) => (fault as Error).message)

afterEach(() => expect(faults()).toEqual([]))

describe('the fake API of the screen tests', () => {
  it('gives the answers it was set up with, and records what was sent', async () => {
    const { api, answer, sent } = fakeApi({ 'GET /api/v1/categories': () => categories })
    expect(await api('GET /api/v1/categories')).toEqual(categories)
    answer({ 'GET /api/v1/categories': async () => ({ items: [] }) })
    expect(await api('GET /api/v1/categories')).toEqual({ items: [] })
    answer({ [lookUp]: () => ({ success: true, resolvedUrl: null }) })
    await api(lookUp, shortLink, { idempotencyKey: 'one' })
    expect(sent(lookUp)).toEqual([{ input: shortLink, extras: { idempotencyKey: 'one' } }])
  })

  it('refuses as the server does, and as a lost network does', async () => {
    const details = { retry_after: 3, problems: [{ path: 'url', message: 'No.' }] }
    const { api, answer } = fakeApi({
      [lookUp]: () => {
        throw refused('rate_limited', 'Too many.', details)
      },
    })
    const problems = details.problems
    await expect(api(lookUp, shortLink)).rejects.toMatchObject({
      ...{ status: 429, code: 'rate_limited', message: 'Too many.', retryAfter: 3, problems },
    })
    answer({ [lookUp]: () => Promise.reject(offline()) })
    await expect(api(lookUp, shortLink)).rejects.toMatchObject({ status: 0, code: 'network' })
  })

  it('is aborted with its caller', async () => {
    const controller = new AbortController()
    const { api } = fakeApi({ [lookUp]: () => new Promise(() => {}) })
    const call = api(lookUp, shortLink, { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toThrow(/abort/)
  })

  it.each<[string, Answers, (api: Api) => Promise<unknown>, RegExp]>([
    ['a call without an answer', {}, (api) => api('GET /api/v1/categories'), /the test gives no answer/],
    [
      'an answer with a key too many',
      { 'GET /api/v1/categories': () => ({ ...categories, secret: 1 }) },
      (api) => api('GET /api/v1/categories'),
      /secret is unknown to the contract/,
    ],
    [
      'an answer that lacks one',
      { 'GET /api/v1/categories': () => ({}) as typeof categories },
      (api) => api('GET /api/v1/categories'),
      /items: Invalid input/,
    ],
    [
      'an error of the answer’s own',
      {
        'GET /api/v1/categories': () => {
          throw new Error('a slip')
        },
      },
      (api) => api('GET /api/v1/categories'),
      /a slip/,
    ],
    [
      'a body that the server would refuse',
      { [lookUp]: () => ({ success: true, resolvedUrl: null }) },
      (api) => api(lookUp, { body: { url: 'x'.repeat(20_000) } }),
      /is sent other than its contract, in body/,
    ],
    [
      'a parameter that the server would refuse',
      {},
      (api) => api('DELETE /api/v1/products/:ref', { params: { ref: 'no id' } }),
      /in params/,
    ],
    [
      'a part that the call does not take',
      { 'GET /api/v1/categories': () => categories },
      (api) => api('GET /api/v1/categories', { query: { page: 2 } } as object),
      /takes no query, but is sent \{"page":"2"\}/,
    ],
  ])('fails the test for %s', async (_, answers, call, problem) => {
    await expect(call(fakeApi(answers).api)).rejects.toThrow(problem)
    expect(faults()).toEqual([expect.stringMatching(problem)])
  })
})
