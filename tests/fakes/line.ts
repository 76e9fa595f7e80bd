import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * A line on loopback that leads to a server, such as a database or a store, and that a test can spoil. Point an app at
 * `port` instead of the server's own.
 *
 * - `state`: `open`; `cut` ends every connection and each new one at once; `silent` keeps them and passes nothing on,
 *   not even an end, as a machine does that is no longer there. What was sent meanwhile arrives when it is open again.
 * - `trips`: how often something was sent to the server after it had last answered.
 * - `delayMs`: how much later everything arrives, in each direction.
 * - `close()` ends every connection.
 */
export type Line = {
  port: number
  state: 'open' | 'cut' | 'silent'
  delayMs: number
  trips: number
  close(): void
}

/** Starts a line to a server on a free port. */
export async function startLine(to: NetConnectOpts): Promise<Line> {
  const sockets = new Set<Socket>()
  let state: Line['state'] = 'open'
  let opened = Promise.withResolvers<void>()
  opened.resolve()
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }

  function hold(socket: Socket, other: Socket) {
    sockets.add(socket)
    // One side ends with the other, however it ends.
    socket.on('error', () => {})
    socket.on('close', async () => {
      sockets.delete(socket)
      await opened.promise
      other.destroy()
    })
  }

  /** Passes on what comes, in its order, as late as it is to be. */
  async function pass(from: Socket, into: Socket, note: () => void) {
    for await (const bytes of from) {
      note()
      if (line.delayMs > 0) await delay(line.delayMs)
      await opened.promise
      if (!into.write(bytes)) await once(into, 'drain')
    }
    await opened.promise
    into.end()
  }

  const server = createServer((near) => {
    if (state === 'cut') return near.destroy()
    const far = connect(to)
    hold(near, far)
    hold(far, near)
    let isAsking = false
    const ask = () => {
      if (!isAsking) line.trips += 1
      isAsking = true
    }
    const answer = () => {
      isAsking = false
    }
    // An error closes its socket, and that the other.
    void pass(near, far, ask).catch(() => {})
    void pass(far, near, answer).catch(() => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line: Line = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    trips: 0,
    get state() {
      return state
    },
    set state(next) {
      state = next
      if (next === 'cut') cutAll()
      if (next === 'silent') opened = Promise.withResolvers()
      else opened.resolve()
    },
    close: () => {
      cutAll()
      server.close()
    },
  }
  return line
}
