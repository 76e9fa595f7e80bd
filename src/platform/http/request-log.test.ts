import { Writable } from 'node:stream'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHttpServer } from './server.ts'

type Line = { reqId?: string; msg: string; path?: string; note?: string }

/** A server whose `/fails` throws and whose `/talks` logs, and the lines it writes. */
async function serverAt(level: string) {
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
    expect(lines.at(-1)).toMatchObject({ msg: 'answered', path: '/talks', status: 200 })
    expect(JSON.stringify(lines)).not.toContain('secret')
  })
})
