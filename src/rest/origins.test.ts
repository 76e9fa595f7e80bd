import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'

// docs/product/calls.md#other-origins

const other = 'https://app.example'
let open: TestApp
let closed: TestApp

beforeAll(async () => {
  open = await startTestApp({ env: { CORS_ORIGINS: other } })
  closed = await startTestApp()
})
afterAll(() => Promise.all([open.close(), closed.close()]))

const allowedBy = async (app: TestApp, path: string, origin = other) =>
  (await app.request('GET', path, { headers: { origin } })).headers.get('access-control-allow-origin')

const paths = [
  '/rest/v1/categories',
  '/auth/v1/health',
  '/storage/v1/object/public/avatars/x',
  '/functions/v1/people-top',
]

describe('pages of other origins', () => {
  it.each(paths)('may read %s where they are named, and say so to caches', async (path) => {
    expect(await allowedBy(open, path)).toBe(other)
    expect(await allowedBy(open, path, 'https://evil.example')).toBeNull()
    expect(await allowedBy(closed, path)).toBeNull()
    const { headers } = await open.request('GET', path)
    expect(headers.get('vary')).toMatch(/origin/i)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('may not read the product’s own calls and pages', async () => {
    for (const path of ['/api/v1/categories', '/feed', '/healthz'])
      expect(await allowedBy(open, path)).toBeNull()
  })

  it('are answered before a request that changes something', async () => {
    const asked = 'authorization,apikey,content-type,prefer,x-client-info'
    const { status, headers } = await open.request('OPTIONS', '/rest/v1/products', {
      headers: {
        origin: other,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': asked,
      },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-methods')).toContain('PATCH')
    for (const name of asked.split(',')) expect(headers.get('access-control-allow-headers')).toContain(name)
    const { headers: read } = await open.request('GET', '/rest/v1/categories', { headers: { origin: other } })
    expect(read.get('access-control-expose-headers')).toContain('content-range')
  })
})
