import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Sends these lines unchanged, and returns everything until the server closes the connection. */
async function exchange(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return text(socket)
}

const statuses = (answers: string) => [...answers.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)

const hidden = ['GET /healthz HTTP/1.1', 'Host: x', 'Connection: close']

it.each([
  ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
  ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
  ['chunks that are none', ['Transfer-Encoding: chunked, identity']],
  ['a length that is no number', ['Content-Length: +5']],
  ['a length before which there is a blank', ['Content-Length : 5']],
  ['a header that goes on in the next line', ['X-A: 1', ' Content-Length: 5']],
])('a request with %s is refused, and nothing behind it is taken for another', async (_name, headers) => {
  const answers = await exchange(
    'POST /auth/v1/token HTTP/1.1',
    'Host: x',
    ...headers,
    '',
    '0',
    '',
    ...hidden,
  )
  expect(statuses(answers)).toEqual(['400'])
})

it.each(['TRACE', 'CONNECT'])('%s returns nothing of the request', async (method) => {
  const target = method === 'CONNECT' ? 'example.com:443' : '/api/v1/feed'
  const answer = await exchange(
    `${method} ${target} HTTP/1.1`,
    'Host: x',
    'X-Mine: secret',
    'Connection: close',
  )
  expect(answer).not.toContain('secret')
  expect(statuses(answer)).not.toContain('200')
})
