import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { contentPolicy } from './answer-headers.ts'
import { createHttpServer } from './server.ts'

let close: () => Promise<void>
afterEach(() => close())

/** The address that a server takes its caller to have. */
async function addressSeen({ trustProxy, forwarded }: { trustProxy: number; forwarded: string }) {
  const log = pino({ level: 'silent' })
  const site = { appName: 'Folio', siteUrl: 'http://folio.test' }
  const server = await createHttpServer({ ...site, trustProxy, log, checkResponses: true })
  close = () => server.close()
  server.get('/address', { schema: { hide: true } }, async ({ ip }) => ({ ip }))
  const answer = await server.inject({ url: '/address', headers: { 'x-forwarded-for': forwarded } })
  return answer.json().ip
}

it.each(['/calls/%ff', `/calls/${'a'.repeat(501)}`])(
  'an address that cannot be read is answered like any failure: %.12s…',
  async (url) => {
    const log = pino({ level: 'silent' })
    const site = { appName: 'Folio', siteUrl: 'http://folio.test', trustProxy: false }
    const server = await createHttpServer({ ...site, log, checkResponses: true })
    close = () => server.close()
    server.get('/calls/:id', { schema: { hide: true } }, async () => ({}))
    const answer = await server.inject({ url })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'malformed_request', message: 'The address of this request cannot be read.' },
    ])
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  },
)

it.each([
  [false, 'max-age=31536000'],
  [true, 'max-age=31536000; includeSubDomains'],
])(
  'https is asked of browsers, for the hosts below the site where that is set: %s',
  async (hstsSubdomains, said) => {
    const site = { appName: 'Folio', siteUrl: 'https://folio.test', trustProxy: false, hstsSubdomains }
    const server = await createHttpServer({ ...site, log: pino({ level: 'silent' }), checkResponses: true })
    close = () => server.close()
    const { headers } = await server.inject({ url: '/any' })
    expect(headers['strict-transport-security']).toBe(said)
  },
)

it.each(['/api/openapi.json', '/api/reference'])(
  'the API is described at %s, unless switched off',
  async (url) => {
    const site = { appName: 'Folio', siteUrl: 'http://folio.test', trustProxy: false }
    const log = pino({ level: 'silent' })
    for (const [apiReference, status] of [
      [true, 200],
      [false, 404],
    ] as const) {
      const server = await createHttpServer({ ...site, apiReference, log, checkResponses: true })
      close = () => server.close()
      expect((await server.inject({ url })).statusCode).toBe(status)
      if (apiReference) await server.close()
    }
  },
)

it('the reference is asked like any other page', async () => {
  const server = await createHttpServer({
    appName: 'Folio',
    siteUrl: 'http://folio.test',
    trustProxy: false,
    log: pino({ level: 'silent' }),
    checkResponses: true,
  })
  close = () => server.close()
  const page = await server.inject({ url: '/api/reference' })
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy({ https: false }),
    'x-content-type-options': 'nosniff',
  })
  expect((await server.inject({ method: 'HEAD', url: '/api/reference' })).headers['content-length']).toBe(
    page.headers['content-length'],
  )
  const styles = { url: '/api/reference/static/swagger-ui.css', headers: { range: 'bytes=0-9' } }
  const part = await server.inject(styles)
  expect([part.statusCode, part.body.length]).toEqual([206, 10])
  expect((await server.inject({ url: '/api/reference/static/none' })).statusCode).toBe(404)
})

describe('the address of a caller', () => {
  it('is the one that the proxy added, whatever the caller claimed before it', async () => {
    expect(await addressSeen({ trustProxy: 1, forwarded: '203.0.113.9, 198.51.100.7' })).toBe('198.51.100.7')
  })

  it('is what a CDN has seen where that stands before the proxy', async () => {
    const forwarded = '192.0.2.1, 203.0.113.9, 198.51.100.7'
    expect(await addressSeen({ trustProxy: 2, forwarded })).toBe('203.0.113.9')
  })

  it('is the connection’s own where no proxy is trusted', async () => {
    expect(await addressSeen({ trustProxy: 0, forwarded: '203.0.113.9' })).toBe('127.0.0.1')
  })
})
