import { ensureCluster, refuseOtherMajor, sweepAttempts } from './cluster.ts'
import { locateEngine, prepareEngine } from './engine.ts'
import { prepareLocation, prepareSocketFolder } from './location.ts'
import type { Connection } from './probe.ts'
import { hasRoom } from './room.ts'
import { startOrAdopt } from './start.ts'
import { supervise } from './supervise.ts'

/** The PostgreSQL that comes with Folio, running. */
export type EmbeddedPostgres = {
  /** For node-postgres: the folder of the unix socket, its port number, user and database. */
  connection: Connection
  /** The data folder really used: the wanted one, or its substitute in /var/lib. */
  dataDir: string
  /** A sentence to print at the start. */
  notice?: string
  /** True if another process of ours runs this server. When that one ends, connections to it fail. */
  adopted: boolean
  /** Whether the disk has room for the server to come back. */
  hasRoom: () => boolean
  /**
   * Settles when a server we own has died and could not be brought back, so that the app should end. After a single
   * death the server comes back at the same address; connections fail for a moment. Never settles after `stop` nor for
   * an adopted server.
   */
  exited: Promise<void>
  /** Fast shutdown of a server we own; nothing for an adopted one. Without it the server stops when the app ends. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL on a data folder, making the database `folio` at the first start, or adopts the
 * server that another process of ours runs there. Takes the folder (made if missing) and where lines about restarts
 * go. Throws OperatorError when this platform has no embedded PostgreSQL, the folder cannot be used or
 * holds another major version's data, or the server does not come up.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log?: (line: string) => void
}): Promise<EmbeddedPostgres> {
  const { log = () => undefined } = options
  const installed = locateEngine()
  const location = await prepareLocation(options.dataDir)
  const engine = await prepareEngine(installed, location.dataDir, location.account)
  await ensureCluster(engine, location, log)
  refuseOtherMajor(engine, location.cluster)

  const start = { engine, location, socketFolder: prepareSocketFolder(location) }
  const { connection, server } = await startOrAdopt(start)
  const known = {
    ...{ connection, dataDir: location.dataDir, notice: location.notice },
    hasRoom: () => hasRoom(location),
  }
  if (!server) {
    return { ...known, adopted: true, exited: new Promise(() => undefined), stop: async () => undefined }
  }
  sweepAttempts(location.folder)
  const restart = async (signal: AbortSignal) => (await startOrAdopt({ ...start, signal })).server
  return {
    ...known,
    adopted: false,
    ...supervise(server, restart, log, { hasRoom: known.hasRoom }),
  }
}
