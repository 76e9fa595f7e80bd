import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { explainListening } from '../http/listen.ts'
import { unknownCall } from '../http/server.ts'
import type { Settings } from '../settings/read.ts'

const type = Registry.PROMETHEUS_CONTENT_TYPE

/**
 * `GET /metrics` on the site's port, for requests with `token` as bearer token. To everybody else, and without a
 * token in the settings, it does not exist.
 */
export function registerMetrics(
  app: FastifyInstance,
  token: string | undefined,
  text: () => Promise<string>,
): void {
  const expected = token === undefined ? null : hash(`Bearer ${token}`)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // Hashes are of one length, which comparing in constant time needs.
    const isAllowed = expected && timingSafeEqual(expected, hash(request.headers.authorization ?? ''))
    if (!isAllowed) throw unknownCall(request.method, request.url)
    return reply
      .header('cache-control', 'no-store')
      .type(type)
      .send(await text())
  })
}

const hash = (words: string) => createHash('sha256').update(words).digest()

/**
 * Serves `GET /metrics`, and nothing else, on a port of its own. Throws OperatorError if that cannot be used. Returns a
 * function that ends it.
 */
export async function listenForMetrics(
  { host, port }: Settings['metrics'],
  text: () => Promise<string>,
): Promise<() => void> {
  if (port === undefined) return () => {}
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    void text().then((answer) =>
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(answer),
    )
  })
  // Prometheus sends only headers, within a moment.
  server.requestTimeout = 10_000
  server.maxConnections = 20
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainListening(error, { host, port, setting: 'METRICS_PORT' })))
    server.listen(port, host, resolve)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
