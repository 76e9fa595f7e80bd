import { afterEach, describe, expect, it, vi } from 'vitest'
import { offlineMessage } from '../browser/connection.ts'
import { createHttpApi } from './client.ts'

/** Answers every fetch with `answer`, and returns the requests. */
function answering(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn<typeof fetch>(async () => answer())
  vi.stubGlobal('fetch', fetched)
  return () => fetched.mock.calls.map(([url, init]) => ({ url, ...init }))
}

const api = createHttpApi(async () => 'a.token')
const json = (body: unknown, status = 200) => Response.json(body, { status })

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the browser’s client', () => {
  it('sends method, address, query, body and headers as a call has them', async () => {
    const fetched = answering(() => json({}))
    const { signal } = new AbortController()
    const body = { amazon_url: 'https://a.co/d/x', category_id: null }
    await api('POST /api/v1/products', { body }, { idempotencyKey: 'one', signal })
    await api('PATCH /api/v1/products/:ref', { params: { ref: 'a b' }, body: { title: 'x' } }, { ifMatch: 3 })
    await api('GET /api/v1/me/products', { query: { asin: 'B0KETTLE01', category: undefined, limit: 1 } })
    const authorization = 'Bearer a.token'
    expect(fetched()).toEqual([
      {
        url: '/api/v1/products',
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'one' },
        body: JSON.stringify(body),
        signal,
      },
      {
        url: '/api/v1/products/a%20b',
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json', 'if-match': '"3"' },
        body: '{"title":"x"}',
      },
      { url: '/api/v1/me/products?asin=B0KETTLE01&limit=1', method: 'GET', headers: { authorization } },
    ])
  })

  it('sends no token while signed out', async () => {
    const fetched = answering(() => json({ items: [] }))
    await createHttpApi(async () => null)('GET /api/v1/categories')
    expect(fetched()).toEqual([{ url: '/api/v1/categories', method: 'GET', headers: {} }])
  })

  it('gives the answer, none for 204, and a file where one was asked for', async () => {
    answering(() => json({ items: [] }))
    expect(await api('GET /api/v1/categories')).toEqual({ items: [] })
    answering(() => new Response(null, { status: 204 }))
    expect(await api('DELETE /api/v1/products/:ref', { params: { ref: 'x' } })).toBeUndefined()
    answering(() => new Response('a,b'))
    const file = await api('GET /api/v1/categories', {}, { asFile: true })
    expect(await (file as unknown as Blob).text()).toBe('a,b')
  })

  it.each([
    [
      'the server’s refusal',
      () =>
        json({ code: 'rate_limited', message: 'Too many.', details: { retry_after: 3, problems: [] } }, 429),
      { status: 429, code: 'rate_limited', message: 'Too many.', retryAfter: 3, problems: [] },
    ],
    [
      'an answer that is not the server’s own',
      () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
      { status: 502, code: 'internal_error', message: 'An unexpected error occurred' },
    ],
    [
      'a network that failed',
      () => Promise.reject(new TypeError('Failed to fetch')),
      { status: 0, code: 'network', message: offlineMessage },
    ],
  ])('rejects with %s', async (_, answer, error) => {
    answering(answer)
    await expect(api('GET /api/v1/categories')).rejects.toMatchObject({ name: 'ApiError', ...error })
  })

  it('rejects with the caller’s own reason when the caller gave up', async () => {
    answering(() => Promise.reject(new Error('given up')))
    const given = { signal: AbortSignal.abort() }
    await expect(api('GET /api/v1/categories', {}, given)).rejects.toThrow('given up')
  })
})
