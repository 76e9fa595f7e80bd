import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../tests/harness/database.ts'
import { forbidden, invalid, notFound } from '../../shared/errors.ts'
import { readableLog } from '../jobs/testing/jobs.ts'
import { sendError } from './errors.ts'
import { authorizeFirst } from './register.ts'
import { createHttpServer } from './server.ts'

it('a broken foreign key that no call expects is a fault, and logged by its name', async () => {
  const lines: unknown[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const { pool, close } = await createTestDatabase()
  const server = await createHttpServer({
    appName: 'Folio',
    siteUrl: 'http://localhost',
    trustProxy: false,
    log: pino({ level: 'warn' }, stream),
    checkResponses: true,
  })
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  server.get('/breaks', () =>
    pool.query(
      `insert into sessions (user_id, method, aal, amr, created_at, refreshed_at)
       values ($1, 'password', 'aal1', '[{}]', now(), now())`,
      [randomUUID()],
    ),
  )
  const answer = await server.inject('/breaks')
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    { code: 'internal_error', message: 'An unexpected error occurred' },
  ])
  expect(lines).toMatchObject([{ level: 50, err: { code: '23503', constraint: 'sessions_user_id_fkey' } }])
})

it('a failure is JSON, whatever its answer was to be', async () => {
  const server = await createHttpServer({
    appName: 'Folio',
    siteUrl: 'http://localhost',
    trustProxy: false,
    log: pino({ level: 'silent' }),
    checkResponses: true,
  })
  onTestFinished(() => server.close())
  server.setNotFoundHandler((request, reply) => sendError(notFound('Picture'), request, reply))
  // As a picture that is removed after it was found.
  server.get('/gone', (_, reply) => reply.type('image/webp').callNotFound())
  const answer = await server.inject('/gone')
  expect([answer.statusCode, answer.headers['content-type'], answer.json()]).toEqual([
    404,
    'application/json; charset=utf-8',
    { code: 'not_found', message: 'Picture not found' },
  ])
})

it('refused input and permissions are security events, without anything of what was sent', async () => {
  const { log, lines } = readableLog()
  const server = await createHttpServer({
    appName: 'Folio',
    siteUrl: 'http://localhost',
    trustProxy: false,
    log,
    checkResponses: true,
  })
  onTestFinished(() => server.close())
  const environment = {
    db: null as never,
    clock: () => new Date(),
    authenticate: async () => ({ actor: null }),
  }
  server.get('/mine', () => {
    throw forbidden('It is not yours.')
  })
  server.get('/typed', () => {
    throw invalid('email', 'Not this: secret@example.com')
  })
  server.get('/missing', () => {
    throw notFound('Product')
  })
  server.get(
    '/admin-only',
    { preValidation: authorizeFirst({ access: 'admin' }, environment) },
    async () => 'in',
  )
  const answers = await Promise.all(
    ['/mine', '/typed', '/missing', '/admin-only'].map((path) => server.inject(`${path}?a=secret`)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 400, 404, 404])
  const logged = lines.filter((line) => 'security_event' in line)
  expect(logged).toHaveLength(3)
  expect(logged).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        security_event: 'permission_refused',
        call: 'GET /mine',
        reason: 'forbidden',
      }),
      expect.objectContaining({
        security_event: 'input_refused',
        call: 'GET /typed',
        reason: 'validation_failed',
      }),
      expect.objectContaining({
        security_event: 'permission_refused',
        call: 'GET /admin-only',
        reason: 'forbidden',
      }),
    ]),
  )
  expect(JSON.stringify(logged)).not.toContain('secret')
})
