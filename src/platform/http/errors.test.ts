import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../tests/harness/database.ts'
import { createHttpServer } from './server.ts'

it('a foreign key that no call expects to break is logged by its name, as the fault it is', async () => {
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
      `insert into sessions (user_id, method, created_at, refreshed_at) values ($1, 'password', now(), now())`,
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
