import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createHttpServer } from './server.ts'

/** Sends a part of a body, and ends the line once the server has begun to read it. */
function sendHalf(port: number, path: string, untilRead: Promise<unknown>) {
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
  const site = { appName: 'Folio', siteUrl: 'http://localhost', trustProxy: false, checkResponses: true }
  const server = await createHttpServer({ ...site, log })
  onTestFinished(() => server.close())
  const begun = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<number>()
  server.post(
    '/any',
    {
      preParsing: async () => begun.resolve(),
      onSend: async (_, reply) => answered.resolve(reply.statusCode),
    },
    async () => 'whole',
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
  sendHalf((server.server.address() as AddressInfo).port, '/any', begun.promise)
  expect(await answered.promise).toBe(400)
  expect(server.refusals.current()).toEqual([])
  expect(
    lines.filter((line) => line.includes('Requests are refused') || line.includes('"level":50')),
  ).toEqual([])
})
