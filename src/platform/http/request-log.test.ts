import { Writable } from 'node:stream'
import pino from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createHttpServer } from './server.ts'

type Line = { reqId?: string; from?: string; bytes?: number; msg: string; path?: string; note?: string }

/** A server whose `/fails` throws and whose `/talks` logs, and the lines it writes. */
async function serverAt(level: string, options: { accessLog?: boolean; trustProxy?: boolean } = {}) {
  const lines: Line[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const server = await createHttpServer({
    appName: 'Folio',
    siteUrl: 'http://localhost',
    trustProxy: false,
    log: pino({ level }, stream),
    checkResponses: true,
    ...options,
  })
  server.get('/fails', () => Promise.reject(new Error('on purpose')))
  server.get('/talks', async (request) => {
    request.log.info('first')
    request.log.child({ note: 'nested' }).warn('second')
    return {}
  })
  onTestFinished(() => server.close())
  return { server, lines }
}

describe('the log of a request', () => {
  it('names the request by the id that its answer carries', async () => {
    const { server, lines } = await serverAt('info')
    const { headers, statusCode } = await server.inject('/fails')
    expect(statusCode).toBe(500)
    expect(lines).toMatchObject([{ reqId: headers['x-request-id'] }])
  })

  it('names it in every line, also in those of a child', async () => {
    const { server, lines } = await serverAt('info')
    const { headers } = await server.inject('/talks')
    const reqId = headers['x-request-id']
    expect(lines).toMatchObject([
      { reqId, msg: 'first' },
      { reqId, msg: 'second', note: 'nested' },
    ])
  })

  it('has a line for each answer when debugging, without the query', async () => {
    const { server, lines } = await serverAt('debug')
    await server.inject('/talks?token=secret')
    expect(lines.at(-1)).toMatchObject({ msg: 'answered', route: '/talks', path: '/talks', status: 200 })
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  it('has a line for each answer where that is asked for, which names nobody', async () => {
    const { server, lines } = await serverAt('info', { accessLog: true })
    const url = await server.listen({ port: 0 })
    const { headers } = await fetch(`${url}/fails?token=secret`)
    await fetch(`${url}/nowhere/at/all`, { method: 'POST' })
    await vi.waitFor(() => expect(lines.filter(({ msg }) => msg === 'answered')).toHaveLength(2))
    const [failed, unknown] = lines.filter(({ msg }) => msg === 'answered')
    const reqId = headers.get('x-request-id')
    expect(failed).toMatchObject({ method: 'GET', route: '/fails', path: '/fails', status: 500, reqId })
    expect(unknown).toMatchObject({ method: 'POST', route: 'unknown', path: '/nowhere/at/all', status: 404 })
    expect(failed?.bytes).toBeGreaterThan(100)
    expect(failed?.from).toMatch(/^[\w-]{12}$/)
    expect(unknown?.from).toBe(failed?.from)
    expect(JSON.stringify([failed, unknown])).not.toMatch(/secret|127\.0\.0\.1|::1/)
  })

  it('takes over the id that a trusted proxy has given, and no other', async () => {
    const idOf = async (trustProxy: boolean, given: string) => {
      const { server } = await serverAt('info', { trustProxy })
      const { headers } = await server.inject({ url: '/talks', headers: { 'x-request-id': given } })
      return headers['x-request-id']
    }
    expect(await idOf(true, 'proxy-0123.45_a')).toBe('proxy-0123.45_a')
    expect(await idOf(false, 'proxy-0123.45_a')).toMatch(/^[0-9a-f-]{36}$/)
    for (const wrong of ['short', 'x'.repeat(65), 'with a blank in it', 'quote"quote"'])
      expect(await idOf(true, wrong)).toMatch(/^[0-9a-f-]{36}$/)
  })
})
