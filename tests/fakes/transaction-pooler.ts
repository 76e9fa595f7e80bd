import { once } from 'node:events'
import { connect as connectTo, createServer, type Socket } from 'node:net'

/**
 * A pooler in transaction mode, as pgbouncer is: it lends each transaction the session that was given back last, and
 * keeps one more for whoever finds none. Takes the folder of the server's unix socket and its port; returns its own
 * port. It knows the simple protocol, trusts everybody, and expects one user and database.
 */
export async function startTransactionPooler(folder: string, port: number) {
  const free: Socket[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => {}))

  /** A session that is past its greeting, and that greeting. */
  async function openSession(startup: Buffer) {
    const session = connectTo(`${folder}/.s.PGSQL.${port}`)
    keep(session)
    session.write(startup)
    let greeting = Buffer.alloc(0)
    while (stateAfter(greeting) === undefined)
      greeting = Buffer.concat([greeting, (await once(session, 'data'))[0]])
    return { session, greeting }
  }

  async function serve(client: Socket) {
    keep(client)
    const [startup] = (await once(client, 'data')) as [Buffer]
    const opened = await openSession(startup)
    free.push(opened.session)
    let session: Socket | undefined
    const answer = (bytes: Buffer) => {
      client.write(bytes)
      if (stateAfter(bytes) !== 'I' || !session) return
      session.off('data', answer)
      free.push(session)
      session = undefined
    }
    client.on('data', async (bytes: Buffer) => {
      if (bytes[0] === 'X'.charCodeAt(0)) return
      if (!session) session = (free.pop() ?? (await openSession(startup)).session).on('data', answer)
      session.write(bytes)
    })
    client.write(opened.greeting)
  }

  const server = createServer((client) => void serve(client).catch(() => client.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The state of the transaction that a server's answer ends with: `I` for none; undefined if it is not at its end. */
function stateAfter(answer: Buffer): string | undefined {
  const end = answer.subarray(-6)
  return end.length === 6 && end.readUInt32BE(1) === 5 && end[0] === 'Z'.charCodeAt(0)
    ? String.fromCharCode(end[5] as number)
    : undefined
}
