import { once } from 'node:events'
import { createServer, type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http'
import { connect } from 'node:http2'
import { Agent, request as tlsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { photoOf } from '../../../src/media/testing/pictures.ts'
import { importsOf } from '../../../src/orders/imports/testing/stage.ts'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { type Person, signUp, signUpAdmin } from '../../harness/people.ts'
import { installedProxies, type RunningProxy, startProxy } from './proxies.ts'

// docs/reverse-proxies.md: what stands there is what runs here, on a machine that has the program.

const megabytes = 1024 * 1024

let app: TestApp
let maya: Person
let ana: Person
let pictures = 0
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'on' } })
  maya = await signUp(app)
  ana = await signUpAdmin(app)
})
afterAll(() => app.close())

type Ask = {
  method?: string
  body?: Buffer | Readable
  headers?: Record<string, string | number>
  /** The visitor's own address; each machine has the whole net 127.0.0.0/8. */
  from?: string
}

/** A visitor's requests to a proxy, each over one connection that stays. */
function visitorOf({ tlsPort, ca }: RunningProxy) {
  const agent = new Agent({ ca, keepAlive: true, servername: 'localhost' })
  onTestFinished(() => agent.destroy())
  const open = async (target: string, { method = 'GET', body, headers = {}, from = '127.0.0.1' }: Ask) => {
    const asked = tlsRequest({
      ...{ agent, host: '127.0.0.1', port: tlsPort, path: target, method, localAddress: from },
      headers: { host: `localhost:${tlsPort}`, ...headers },
    })
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>
    // A refusal may come, and the connection end, before all of a body is sent.
    if (body) await pipeline(Readable.from(body), asked).catch(() => {})
    else asked.end()
    return (await answered)[0]
  }
  return {
    open,
    ask: async (target: string, options: Ask = {}) => {
      const answer = await open(target, options)
      const said = await text(answer)
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: said.startsWith('{') ? JSON.parse(said) : said,
      }
    },
  }
}

const search = '/api/v1/products/search?q=kettle'
/** How many searches a minute an address may make without signing in. */
const searchesAMinute = 240

describe.each(installedProxies)('behind $name', (program) => {
  let proxy: RunningProxy
  beforeAll(async () => {
    proxy = await startProxy(program, Number(new URL(app.url).port))
  })
  afterAll(() => proxy.end())

  const picture = (bytes: Buffer) =>
    visitorOf(proxy).ask(`/storage/v1/object/avatars/products/product-${maya.id}-${++pictures}.jpg`, {
      method: 'POST',
      body: bytes,
      headers: {
        authorization: `Bearer ${maya.token}`,
        'content-type': 'image/jpeg',
        'content-length': bytes.length,
      },
    })

  it('a picture of 5 MB arrives, and one that is too large gets Folio’s own answer', async () => {
    const photo = await photoOf(5 * megabytes)
    expect((await picture(photo)).status).toBe(200)
    const larger = await picture(Buffer.concat([photo, Buffer.alloc(3 * megabytes)]))
    expect(larger.body).toMatchObject({
      statusCode: '413',
      message: 'Please select an image smaller than 5MB',
    })
    const text = await visitorOf(proxy).ask('/api/v1/products', {
      method: 'POST',
      body: Buffer.from(JSON.stringify({ title: 'x'.repeat(2 * megabytes) })),
      headers: { authorization: `Bearer ${maya.token}`, 'content-type': 'application/json' },
    })
    expect(text).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  })

  it('a report of 300 MB arrives', async () => {
    const piece = Buffer.alloc(megabytes, 'this,is,no,report\n')
    const { status, body } = await visitorOf(proxy).ask('/api/v1/admin/imports', {
      method: 'POST',
      body: Readable.from(Array.from({ length: 300 }, () => piece)),
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'text/csv' },
    })
    expect([status, body.bytes]).toEqual([201, 300 * megabytes])
    await importsOf(app, ana).settled(body.id)
  })

  it('the address that counts is the visitor’s, whatever they claim, and connections to Folio stay', async () => {
    let connections = 0
    const count = () => (connections += 1)
    app.app.server.server.on('connection', count)
    onTestFinished(() => void app.app.server.server.off('connection', count))
    app.clock.advance(60_000)
    const { ask } = visitorOf(proxy)
    const answers = new Map<number | undefined, number>()
    for (let n = 0; n <= searchesAMinute; n += 1) {
      const { status } = await ask(search, {
        from: '127.0.0.2',
        headers: { 'x-forwarded-for': `203.0.113.${n}` },
      })
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(answers)).toEqual({ 200: searchesAMinute, 429: 1 })
    const other = await ask(search, { from: '127.0.0.3', headers: { 'x-forwarded-for': '127.0.0.2' } })
    expect(other.status).toBe(200)
    expect(connections).toBeLessThan(5)
  })

  it('a request has an id that its visitor has not chosen', async () => {
    const id = 'chosen-by-the-visitor'
    const { headers } = await visitorOf(proxy).ask('/healthz', { headers: { 'x-request-id': id } })
    expect(headers['x-request-id']).toMatch(/^[\w-]{32,36}$/)
    expect(headers['x-request-id']).not.toBe(id)
  })

  it('browsers are spoken to by HTTP/2', async () => {
    const session = connect(`https://127.0.0.1:${proxy.tlsPort}`, {
      ca: proxy.ca,
      servername: 'localhost',
    })
    onTestFinished(() => session.destroy())
    const stream = session.request({ ':path': '/healthz', ':authority': `localhost:${proxy.tlsPort}` })
    const [headers] = await once(stream, 'response')
    expect([session.alpnProtocol, headers[':status']]).toEqual(['h2', 200])
    expect(JSON.parse(await text(stream))).toMatchObject({ status: 'ok' })
  })

  it('an address as long as Folio takes is taken, and reaches it as it was sent', async () => {
    const { ask } = visitorOf(proxy)
    expect((await ask(`${search}&with=${'x'.repeat(12_000)}`)).status).toBe(200)
    expect((await ask('/api/v1//products')).status).toBe(400)
  })

  it('without TLS pages are redirected, and calls are not answered', async () => {
    const plain = async (path: string) => {
      const headers = { host: `localhost:${proxy.plainPort}` }
      const asked = plainRequest({ host: '127.0.0.1', port: proxy.plainPort, path, headers }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      return answer
    }
    const page = await plain('/feed?category=kitchen')
    expect([page.statusCode, page.headers.location]).toEqual([
      301,
      expect.stringMatching(/^https:\/\/localhost(:\d+)?\/feed\?category=kitchen$/),
    ])
    for (const call of ['/api/v1/me', '/auth/v1/token', '/rest/v1/products'])
      expect([403, 404]).toContain((await plain(call)).statusCode)
  })

  it('the first bytes of a body, and of an answer, are not kept back until the last', async () => {
    // In Folio's place, since nothing of it waits between two pieces.
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const other = await startProxy(program, (server.address() as AddressInfo).port)
    onTestFinished(() => other.end())
    const asked = tlsRequest({
      ...{ host: '127.0.0.1', port: other.tlsPort, method: 'POST', path: '/', ca: other.ca, agent: false },
      ...{ servername: 'localhost', headers: { host: `localhost:${other.tlsPort}` } },
    })
    onTestFinished(() => void asked.destroy())
    asked.write('begun')
    const [coming, answering] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
    expect(String(await once(coming, 'data'))).toBe('begun')
    asked.end()
    await once(coming, 'end')
    answering.writeHead(200, { 'content-type': 'application/x-ndjson' })
    answering.write('first')
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect(String(await once(answer, 'data'))).toBe('first')
    answering.end('last')
    expect(String(await once(answer, 'data'))).toBe('last')
  })
})
