import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { addressPrefix } from '../address-prefix.ts'

/**
 * Closes at once what one address prefix opens beyond `most` connections at a time. Only for servers that are asked
 * directly: behind a proxy every connection is the proxy's.
 */
export function limitConnections(server: Server, most: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const prefix = addressPrefix(socket.remoteAddress ?? '')
    const count = open.get(prefix) ?? 0
    if (count >= most) return void socket.destroy()
    open.set(prefix, count + 1)
    socket.once('close', () => {
      const left = (open.get(prefix) ?? 0) - 1
      if (left > 0) open.set(prefix, left)
      else open.delete(prefix)
    })
  })
}

/**
 * Cuts the connection of whoever takes nothing more of an answer for `stalledMs`, while some of it waits to be sent. An
 * answer that itself takes its time cuts nobody.
 */
export function cutSlowReaders(app: FastifyInstance, stalledMs: number): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.setTimeout(stalledMs, () => {
      if (raw.writableLength > 0) raw.destroy()
    })
    done()
  })
}

/**
 * Lets so many requests of an address prefix be under way at a time in a scope, whose bodies have come; others wait for
 * their turn. So who asks on very many connections waits for themselves, and nobody stands behind all of them. A request that
 * a limit refused keeps its turn for `pauseMs`: refusals cost little, but not when a script asks for thousands of them.
 */
export function takeTurnsByAddress(
  scope: FastifyInstance,
  { most, pauseMs }: { most: number; pauseMs: number },
): void {
  const lines = new Map<string, { underWay: number; waiting: (() => void)[] }>()
  scope.addHook('preValidation', ({ ip }, { raw }, done) => {
    const prefix = addressPrefix(ip)
    const line = lines.get(prefix) ?? { underWay: 0, waiting: [] }
    lines.set(prefix, line)
    const leave = () => {
      const next = line.waiting.shift()
      if (next) return next()
      line.underWay -= 1
      if (line.underWay === 0) lines.delete(prefix)
    }
    const begin = () => {
      // Who has gone away while waiting needs no answer.
      if (raw.destroyed) return leave()
      raw.once('close', () => {
        if (raw.statusCode === 429) setTimeout(leave, pauseMs).unref()
        else leave()
      })
      done()
    }
    if (line.underWay >= most) return void line.waiting.push(begin)
    line.underWay += 1
    begin()
  })
}
