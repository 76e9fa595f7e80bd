import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createHttpServer } from './server.ts'

const site = { appName: 'Folio', siteUrl: 'http://localhost', checkResponses: true, log: createLog('fatal') }
const megabytes = 1024 * 1024

const clients: Socket[] = []
let server: Awaited<ReturnType<typeof createHttpServer>>
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await server.close()
})

type Options = Partial<Parameters<typeof createHttpServer>[0]>

async function serve(options: Options) {
  server = await createHttpServer({ ...site, trustProxy: false, ...options })
  server.get('/much', { schema: { hide: true } }, (_request, reply) =>
    reply.send(Buffer.alloc(64 * megabytes)),
  )
  server.get('/quick', { schema: { hide: true } }, async () => 'quick')
  server.get('/late', { schema: { hide: true } }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    return 'late'
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
}

function open(): Socket {
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  clients.push(client)
  return client
}

const ask = (client: Socket, path: string) => client.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)

/** The first bytes that a connection receives; null where it is closed before. */
async function firstAnswer(client: Socket, path = '/quick'): Promise<string | null> {
  ask(client, path)
  const heard = Promise.race([once(client, 'data'), once(client, 'close').then(() => null)])
  const [bytes] = (await heard) ?? [null]
  return bytes && String(bytes).split('\r\n', 1)[0]
}

describe('connections of one address', () => {
  it('are closed beyond the limit, and taken again once others have ended', async () => {
    await serve({ connectionsPerAddress: 2 })
    const [first, second] = [open(), open()]
    expect(await Promise.all([firstAnswer(first), firstAnswer(second)])).toEqual(
      Array.from({ length: 2 }, () => 'HTTP/1.1 200 OK'),
    )
    expect(await firstAnswer(open())).toBeNull()
    const ended = new Promise((resolve) =>
      server.server.once('request', (r) => r.socket.once('close', resolve)),
    )
    ask(first, '/quick')
    await once(first, 'data')
    first.destroy()
    await ended
    expect(await firstAnswer(open())).toBe('HTTP/1.1 200 OK')
  })

  it.each([
    ['behind a proxy, whose they all are', { trustProxy: true, connectionsPerAddress: 2 }],
    ['where the limit is switched off', { connectionsPerAddress: 0 }],
  ])('are not limited %s', async (_where, options) => {
    await serve(options)
    const answers: (string | null)[] = []
    for (const one of [open(), open(), open()]) answers.push(await firstAnswer(one))
    expect(answers).toEqual(Array.from({ length: 3 }, () => 'HTTP/1.1 200 OK'))
  })
})

describe('requests of one address that are under way', () => {
  it.each([true, false])('are refused beyond the limit, behind a proxy or not (%s)', async (trustProxy) => {
    await serve({ trustProxy, connectionsPerAddress: 2 })
    const [slow, other] = [open(), open()]
    const begun = once(server.server, 'request')
    // Its body is not to come.
    slow.write(
      'POST /quick HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n',
    )
    await begun
    const both = 'GET /late HTTP/1.1\r\nhost: x\r\n\r\n'
    other.write(both + both)
    let heard = ''
    other.on('data', (bytes) => {
      heard += bytes
    })
    await expect.poll(() => heard.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503'])
    expect(heard).toContain('retry-after: 2')
    if (!trustProxy) return
    const elsewhere = { 'x-forwarded-for': '203.0.113.1' }
    const { port } = server.server.address() as AddressInfo
    expect((await fetch(`http://127.0.0.1:${port}/quick`, { headers: elsewhere })).status).toBe(200)
  })
})

describe('a stalled reader', () => {
  it('is disconnected, and what was still to be sent is dropped', async () => {
    await serve({ patience: { stalledMs: 50 } })
    const cut = once(server.server, 'connection').then(([socket]) => once(socket as Socket, 'close'))
    const client = open()
    client.pause()
    ask(client, '/much')
    await cut
  })

  it('is disconnected too when it takes a few bytes now and then', async () => {
    await serve({ patience: { lookMs: 10, bytesPerSecond: 1e9, stalledMs: 500 } })
    const cut = once(server.server, 'connection').then(([socket]) => once(socket as Socket, 'close'))
    const client = open()
    client.pause()
    ask(client, '/much')
    // Often enough that it never counts as stalled.
    const taking = setInterval(() => client.read(100_000), 20)
    await cut
    clearInterval(taking)
  })

  it('is not a client that reads as slowly as a bad line allows', async () => {
    await serve({ patience: { lookMs: 1, bytesPerSecond: 1_000, stalledMs: 1_000 } })
    const client = open()
    let heard = 0
    client.on('data', (bytes) => {
      heard += bytes.length
    })
    ask(client, '/much')
    await expect.poll(() => heard, { timeout: 10_000 }).toBeGreaterThan(64 * megabytes)
  })

  it('is not a client that waits for an answer that takes long', async () => {
    await serve({ patience: { stalledMs: 50 } })
    expect(await firstAnswer(open(), '/late')).toBe('HTTP/1.1 200 OK')
  })
})
