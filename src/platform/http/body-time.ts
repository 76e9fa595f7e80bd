import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of this route's requests may take to arrive; two minutes unless set. */
    bodyMs?: number
  }
}

// Enough for 5 MB over a slow phone; without it a body that never ends would hold its connection for ever.
const usualBodyMs = 120_000
/** The longest that any route may set: 2 GB over a slow line. */
export const longestBodyMs = 6 * 60 * 60_000

/** Cuts the connection of a request whose body does not end in time. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw, routeOptions } = request
    if (headers['content-length'] || headers['transfer-encoding']) {
      const cut = setTimeout(() => {
        if (!raw.complete) raw.destroy()
      }, routeOptions.config.bodyMs ?? usualBodyMs)
      raw.once('close', () => clearTimeout(cut))
    }
    done()
  })
}
