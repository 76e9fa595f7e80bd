import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { startFakeS3 } from '../../../tests/fakes/s3.ts'
import { startTestApp } from '../../../tests/harness/app.ts'
import { createTestDatabase } from '../../../tests/harness/database.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { plain } from '../../media/testing/pictures.ts'
import { avatarsOf } from '../../media/testing/storage.ts'
import { createHttpServer } from '../http/server.ts'
import { enqueue, handle, type JobKind } from '../jobs/job.ts'
import { startJobs } from '../jobs/runner.ts'
import { createLog } from '../log.ts'
import { statementName } from './statements.ts'
import { inTrace, readTrace, traceHeaders } from './trace.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

/** A server that answers with the headers it would pass on, and the lines it logs. */
async function server(trustProxy: boolean) {
  const lines: { msg: string; trace_id?: string }[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const app = await createHttpServer({
    appName: 'Folio',
    siteUrl: 'http://localhost',
    trustProxy,
    log,
    checkResponses: false,
    accessLog: true,
  })
  app.post('/passes', async (request) => {
    request.log.info('under way')
    return traceHeaders()
  })
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  lines.length = 0
  const ask = async (headers: Record<string, string>) => {
    const { port } = app.server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/passes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ long: 'x'.repeat(100_000) }),
    })
    return answer.json()
  }
  return { ask, lines }
}

describe('a trace (decision 43)', () => {
  it('is taken over from a proxy, named in the log and passed on', async () => {
    const { ask, lines } = await server(true)
    expect(await ask({ traceparent, tracestate: 'vendor=1' })).toEqual({
      traceparent,
      tracestate: 'vendor=1',
    })
    await vi.waitUntil(() => lines.at(-1)?.msg === 'answered', { timeout: 20_000 })
    expect(lines.map(({ msg, trace_id }) => [msg, trace_id])).toEqual([
      ['under way', traceId],
      ['answered', traceId],
    ])
    expect(await ask({})).toEqual({})
  })

  it('is not taken from anybody else', async () => {
    const { ask, lines } = await server(false)
    expect(await ask({ traceparent })).toEqual({})
    for (const { trace_id } of lines) expect(trace_id).toBeUndefined()
  })

  it('is read only as W3C writes it', () => {
    expect(readTrace({ traceparent })).toMatchObject({ traceId, isSampled: true })
    expect(readTrace({ traceparent: traceparent.replace(/01$/, '00') })).toMatchObject({ isSampled: false })
    const zeros = '0'.repeat(32)
    for (const wrong of [
      undefined,
      '',
      `${traceparent}-more`,
      traceparent.toUpperCase(),
      traceparent.replace(traceId, zeros),
      traceparent.replace('00f067aa0ba902b7', zeros.slice(16)),
      traceparent.replace(/^00/, 'ff'),
    ])
      expect(readTrace({ traceparent: wrong })).toBeUndefined()
    expect(readTrace({ traceparent, tracestate: 'x'.repeat(513) })?.state).toBeUndefined()
  })
})

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}
type Exported = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

it('steps of a request are told to a collector, without anything of people (decision 43)', async () => {
  const told: { path: string | undefined; token: string | undefined; body: Exported }[] = []
  const collector = createServer(async (request, response) => {
    const body = (await json(request)) as Exported
    told.push({ path: request.url, token: request.headers.authorization, body })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => collector.once('listening', resolve))
  const s3 = await startFakeS3()
  onTestFinished(async () => {
    collector.close()
    await s3.close()
  })
  const app = await startTestApp({
    env: {
      ...s3.env,
      TRUST_PROXY: 'on',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-tests',
      OTEL_TRACES_SAMPLER_ARG: '0',
    },
  })
  const maya = await signUp(app)
  const { error } = await avatarsOf(app, maya.token).upload(
    `${maya.id}-1.png`,
    await plain().png().toBuffer(),
    {
      contentType: 'image/png',
      headers: { traceparent },
    },
  )
  expect(error).toBeNull()
  await app.close()

  expect(new Set(told.map(({ path, token }) => `${path} ${token}`))).toEqual(
    new Set(['/v1/traces Bearer of-tests']),
  )
  const spans = told.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  // The share is 0: only what the proxy has sampled is told.
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
  const request = spans.find(({ name }) => name.startsWith('POST '))
  expect(request).toMatchObject({ parentSpanId: '00f067aa0ba902b7' })
  const s3Steps = spans.filter(({ name }) => name === 's3')
  expect(s3Steps.length).toBeGreaterThan(0)
  for (const step of s3Steps) expect(step.parentSpanId).toBe(request?.spanId)
  // Statements are told by verb and table alone.
  const statements = spans.filter(({ name }) => /^(select|with|insert|update) /.test(name))
  expect(statements.map(({ name }) => name)).toContain('select pictures')
  for (const { parentSpanId } of statements) expect(parentSpanId).toBeDefined()
  expect(s3.traces.at(-1)).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  const text = JSON.stringify(spans)
  for (const personal of [maya.id, maya.email, '127.0.0.1', maya.token]) expect(text).not.toContain(personal)
})

it('a job is a part of the request that added it, and does not see its trace (decision 43)', async () => {
  const kind: JobKind<{ id: string }> = { name: 'traced', payload: z.strictObject({ id: z.string() }) }
  const database = await createTestDatabase()
  const done = Promise.withResolvers<{ payload: unknown; headers: Record<string, string> }>()
  await inTrace({ traceId, spanId: '00f067aa0ba902b7', isSampled: true }, () =>
    enqueue(database.db, kind, { id: 'a' }),
  )
  const jobs = startJobs({
    ...database,
    handlers: [handle(kind, async (payload) => done.resolve({ payload, headers: traceHeaders() }))],
    log: createLog('silent'),
  })
  onTestFinished(async () => {
    await jobs.stop()
    await database.close()
  })
  expect(await done.promise).toEqual({ payload: { id: 'a' }, headers: { traceparent } })
})

it.each([
  ['select "p"."id" from "products" as "p" where "p"."user_id" = $1', 'select products'],
  ['\n  with own as (select id from payees) select 1', 'with payees'],
  ["insert into reports (text) values ('from secrets')", 'insert reports'],
  ['update only products set title = $1', 'update products'],
  ['begin', 'begin'],
])('a statement is named by its verb and first table: %s', (text, name) => {
  expect(statementName(text)).toBe(name)
})
