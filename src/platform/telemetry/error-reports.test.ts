import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createHttpServer } from '../http/server.ts'
import { createLog } from '../log.ts'
import { reportFault, startErrorReports } from './error-reports.ts'

type Event = {
  tags: Record<string, string>
  extra: { left_out_before: number }
  transaction: string
  exception: {
    values: [{ type: string; value: string; stacktrace: { frames: { filename: string; in_app: boolean }[] } }]
  }
}

/** A place for reports, what came there, and a log of what could not be sent. */
async function reporting({ status = 200 }: { status?: number } = {}) {
  const came: { request: IncomingMessage; event: Event }[] = []
  const server = createServer(async (request, response) => {
    const [, , event = ''] = (await text(request)).split('\n')
    came.push({ request, event: JSON.parse(event) })
    response.writeHead(status, status === 429 ? { 'retry-after': '3600' } : {}).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const lines: { msg: string }[] = []
  const { port } = server.address() as AddressInfo
  const stop = startErrorReports(
    `http://public-key@127.0.0.1:${port}/sub/42`,
    createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) }),
  )
  onTestFinished(() => {
    stop()
    server.close()
  })
  return { came, lines }
}

/** On a busy machine. */
const patience = { timeout: 20_000 }

const personal = 'maya@example.com'

it('a fault is reported with its place, and without what it says of people (decision 43)', async () => {
  const { came } = await reporting()
  const app = await createHttpServer({
    appName: 'Folio',
    siteUrl: 'http://localhost',
    trustProxy: false,
    log: createLog('silent'),
    checkResponses: false,
  })
  onTestFinished(() => app.close())
  app.get('/people/:name', () =>
    Promise.reject(new TypeError(`"${personal}" of 192.0.2.7 is not a function`)),
  )
  app.get('/own/:name', () => Promise.reject(new Error(`no account of ${personal}`)))
  await app.inject({ url: `/people/maya?q=${personal}`, headers: { authorization: 'Bearer secret-token' } })
  await app.inject('/own/maya')
  await vi.waitUntil(() => came.length === 2, patience)

  const [{ request, event }] = came as [(typeof came)[number]]
  expect([request.method, request.url]).toEqual(['POST', '/sub/api/42/envelope/'])
  expect(request.headers['x-sentry-auth']).toMatch(/^Sentry sentry_version=7, .*sentry_key=public-key$/)
  expect(event.transaction).toBe('GET /people/:name')
  const [{ type, value, stacktrace }] = event.exception.values
  expect([type, value]).toEqual(['TypeError', '… of … is not a function'])
  expect(stacktrace.frames.at(-1)).toMatchObject({
    filename: 'src/platform/telemetry/error-reports.test.ts',
    in_app: true,
  })
  expect(came[1]?.event.exception.values[0]).toMatchObject({ type: 'Error', value: '' })
  for (const word of ['maya', '192.0.2.7', 'secret-token', process.cwd()])
    expect(JSON.stringify(came.map((one) => one.event))).not.toContain(word)
})

it('ten faults a minute are reported, and the rest is counted (decision 43)', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { came } = await reporting()
  for (let n = 0; n < 25; n++) reportFault(new TypeError('again'), { job: 'fold_clicks' })
  await vi.waitUntil(() => came.length === 10, patience)
  vi.advanceTimersByTime(60_000)
  reportFault(new TypeError('again'), { job: 'fold_clicks' })
  await vi.waitUntil(() => came.length === 11, patience)
  expect(came.at(-1)?.event).toMatchObject({ extra: { left_out_before: 15 }, tags: { job: 'fold_clicks' } })
})

it('who takes no more reports is left alone for as long as they say (decision 43)', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { came, lines } = await reporting({ status: 429 })
  reportFault(new TypeError('first'), {})
  await vi.waitUntil(() => lines.length === 1, patience)
  expect(lines[0]?.msg).toBe('a fault could not be reported')
  vi.advanceTimersByTime(3_599_000)
  reportFault(new TypeError('second'), {})
  vi.advanceTimersByTime(2_000)
  reportFault(new TypeError('third'), {})
  await vi.waitUntil(() => came.length === 2, patience)
  expect(came[1]?.event.extra.left_out_before).toBe(1)
})
