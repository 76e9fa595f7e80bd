import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../log.ts'
import { createHttpServer } from './server.ts'

const site = { appName: 'Folio', siteUrl: 'http://localhost', trustProxy: false, checkResponses: true }

let server: Awaited<ReturnType<typeof createHttpServer>>
let port: number

beforeAll(async () => {
  server = await createHttpServer({ ...site, log: createLog('fatal') })
  server.post('/short', { config: { bodyMs: 50 } }, async () => 'whole')
  server.post('/usual', async () => 'whole')
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** Sends the beginning of a body, and the rest after a promise has settled. */
function sendHalf(path: string) {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes
  })
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(heard)))
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n`)
  socket.write('connection: close\r\n\r\n{')
  return { socket, closed }
}

describe('a body that does not end in time', () => {
  it('loses its connection', async () => {
    const { closed } = sendHalf('/short')
    expect(await closed).not.toContain('whole')
  })

  it('is waited for where the route sets no shorter time', async () => {
    const short = sendHalf('/short')
    const usual = sendHalf('/usual')
    await short.closed
    usual.socket.write('}')
    expect(await usual.closed).toContain('whole')
  })
})

/** Sends a part of a body, and ends the line once the server has begun to read it. */
function sendAndLeave(port: number, path: string, untilRead: Promise<unknown>) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{`,
  )
  void untilRead.then(() => socket.destroy())
}

function watchedLog() {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  return { lines, log: pino({ level: 'warn' }, stream) }
}

it('a body whose line ends before it has come is the caller’s fault, and no fault of the database', async () => {
  const { lines, log } = watchedLog()
  const watched = await createHttpServer({ ...site, log })
  onTestFinished(() => watched.close())
  const begun = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<number>()
  watched.post(
    '/any',
    {
      preParsing: async () => begun.resolve(),
      onSend: async (_, reply) => answered.resolve(reply.statusCode),
    },
    async () => 'whole',
  )
  await watched.listen({ port: 0, host: '127.0.0.1' })
  sendAndLeave((watched.server.address() as AddressInfo).port, '/any', begun.promise)
  expect(await answered.promise).toBe(400)
  expect(watched.refusals.current()).toEqual([])
  expect(
    lines.filter((line) => line.includes('Requests are refused') || line.includes('"level":50')),
  ).toEqual([])
})
