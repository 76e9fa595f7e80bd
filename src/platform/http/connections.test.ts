import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { takeTurnsByAddress } from './connections.ts'
import { createHttpServer } from './server.ts'

const site = { appName: 'Folio', siteUrl: 'http://localhost', checkResponses: true, log: createLog('fatal') }
const megabytes = 1024 * 1024

const clients: Socket[] = []
let server: Awaited<ReturnType<typeof createHttpServer>>
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await server.close()
})

async function serve(options: { trustProxy?: boolean; connectionsPerAddress?: number; stalledMs?: number }) {
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

/** What a connection hears first; null where it is closed before. */
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
    ['behind a proxy, whose they all are', { trustProxy: true, connectionsPerAddress: 1 }],
    ['where the limit is switched off', { connectionsPerAddress: 0 }],
  ])('are not limited %s', async (_where, options) => {
    await serve(options)
    const answers = await Promise.all([open(), open(), open()].map((one) => firstAnswer(one)))
    expect(answers).toEqual(Array.from({ length: 3 }, () => 'HTTP/1.1 200 OK'))
  })
})

describe('requests of one address', () => {
  it('take turns beyond so many at a time, and hold up nobody else', async () => {
    server = await createHttpServer({ ...site, trustProxy: true })
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    await server.register(async (scope) => {
      takeTurnsByAddress(scope, { most: 2, pauseMs: 0 })
      scope.get<{ Params: { name: string } }>(
        '/held/:name',
        { schema: { hide: true } },
        async ({ params }) => {
          begun.push(params.name)
          await new Promise<void>((resolve) => ends.set(params.name, resolve))
          return params.name
        },
      )
    })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const asked = (name: string, from: string, signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/held/${name}`, {
        headers: { 'x-forwarded-for': from, connection: 'close' },
        ...(signal && { signal }),
      }).then((answer) => answer.text())
    const untilBegun = (...names: string[]) => expect.poll(() => begun).toEqual(names)
    const first = asked('first', '203.0.113.9')
    await untilBegun('first')
    const second = asked('second', '203.0.113.9')
    await untilBegun('first', 'second')
    const gone = new AbortController()
    const third = asked('third', '203.0.113.9', gone.signal).catch(() => 'gone')
    const other = asked('other', '203.0.113.8')
    await untilBegun('first', 'second', 'other')
    const fourth = asked('fourth', '203.0.113.9')
    gone.abort()
    expect(await third).toBe('gone')
    ends.get('first')?.()
    expect(await first).toBe('first')
    await expect.poll(() => begun.at(-1)).toMatch(/third|fourth/)
    for (const end of ends.values()) end()
    await expect.poll(() => begun).toContain('fourth')
    for (const end of ends.values()) end()
    expect(await Promise.all([second, other, fourth])).toEqual(['second', 'other', 'fourth'])
  })
})

describe('a request that a limit refused', () => {
  it('keeps its turn a while, so that a script asks no faster than that', async () => {
    server = await createHttpServer({ ...site, trustProxy: true })
    const begun: string[] = []
    await server.register(async (scope) => {
      // Nobody's turn comes again in this test.
      takeTurnsByAddress(scope, { most: 1, pauseMs: 3_600_000 })
      scope.get<{ Params: { name: string } }>(
        '/:name',
        { schema: { hide: true } },
        async ({ params }, reply) => {
          begun.push(params.name)
          if (params.name === 'refused') reply.code(429)
          return params.name
        },
      )
    })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const asked = (name: string, from: string) =>
      fetch(`http://127.0.0.1:${port}/${name}`, { headers: { 'x-forwarded-for': from } }).then((answer) =>
        answer.text(),
      )
    await asked('taken', '203.0.113.9')
    await asked('refused', '203.0.113.9')
    const waiting = asked('waiting', '203.0.113.9').catch(() => 'cut')
    expect(await asked('other', '203.0.113.8')).toBe('other')
    expect(begun).toEqual(['taken', 'refused', 'other'])
    server.server.closeAllConnections()
    expect(await waiting).toBe('cut')
  })
})

describe('a reader that stands still', () => {
  it('is cut, with what still waits for it', async () => {
    await serve({ stalledMs: 50 })
    const cut = once(server.server, 'connection').then(([socket]) => once(socket as Socket, 'close'))
    const client = open()
    client.pause()
    ask(client, '/much')
    await cut
  })

  it('is not one who waits for an answer that takes its time', async () => {
    await serve({ stalledMs: 50 })
    expect(await firstAnswer(open(), '/late')).toBe('HTTP/1.1 200 OK')
  })
})
