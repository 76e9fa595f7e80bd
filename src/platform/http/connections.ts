import type { Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { tooBusy } from '../../shared/errors.ts'
import { addressPrefix } from '../address-prefix.ts'

/**
 * Closes at once every connection of one address prefix beyond `max` at a time. Only for servers without a proxy:
 * behind one, every connection is the proxy's.
 */
export function limitConnections(server: Server, max: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const prefix = addressPrefix(socket.remoteAddress ?? '')
    const count = open.get(prefix) ?? 0
    if (count >= max) return void socket.destroy()
    open.set(prefix, count + 1)
    socket.once('close', () => {
      const left = (open.get(prefix) ?? 0) - 1
      if (left > 0) open.set(prefix, left)
      else open.delete(prefix)
    })
  })
}

/**
 * Refuses further requests of one address prefix while `max` of them are under way, also behind a proxy, whose
 * connections do not tell clients apart: each request may hold a part of a body.
 */
export function limitRequests(app: FastifyInstance, max: number): void {
  const underWay = new Map<string, number>()
  app.addHook('onRequest', ({ ip }, { raw }, done) => {
    const prefix = addressPrefix(ip)
    const count = underWay.get(prefix) ?? 0
    if (count >= max)
      return done(tooBusy(`Too many requests from your network are running: at most ${max} at a time.`))
    underWay.set(prefix, count + 1)
    raw.once('close', () => {
      const left = (underWay.get(prefix) ?? 0) - 1
      if (left > 0) underWay.set(prefix, left)
      else underWay.delete(prefix)
    })
    done()
  })
}

/** How slow a reader may be: the longest pause, and the lowest rate over a whole answer, in bytes a second. */
export type Patience = { stalledMs: number; bytesPerSecond: number; lookMs: number }

type OpenAnswer = { raw: ServerResponse; sentBefore: number; waitedMs: number }

/**
 * Cuts the connection of a client that reads nothing for a time, or reads more slowly than any real line, while a part
 * of the answer waits to be sent. The time that making the answer takes does not count.
 */
export function cutSlowReaders(app: FastifyInstance, { stalledMs, bytesPerSecond, lookMs }: Patience): void {
  // Not a map: it drops its table after some hundred changes, and a dropped table that has grown old keeps the answers
  // in it alive until old garbage is collected (decision 6).
  const open: (OpenAnswer | undefined)[] = []
  const free: number[] = []
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.setTimeout(stalledMs, () => {
      if (raw.writableLength > 0) raw.destroy()
    })
    const place = free.pop() ?? open.length
    open[place] = { raw, sentBefore: raw.socket?.bytesWritten ?? 0, waitedMs: 0 }
    raw.once('close', () => {
      open[place] = undefined
      free.push(place)
    })
    done()
  })
  const looking = setInterval(() => {
    for (const answer of open) {
      if (!answer || answer.raw.writableLength === 0) continue
      const { raw } = answer
      answer.waitedMs += lookMs
      const sent = (raw.socket?.bytesWritten ?? 0) - answer.sentBefore
      if (answer.waitedMs > stalledMs + (sent / bytesPerSecond) * 1_000) raw.destroy()
    }
  }, lookMs)
  looking.unref()
  app.addHook('onClose', async () => clearInterval(looking))
}
