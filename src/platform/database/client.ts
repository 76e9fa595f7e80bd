import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import { isReadOnly, isShutDown } from './errors.ts'
import { noPrimary, type PrimaryFinder, primaryAmong, type Server } from './primary.ts'

/**
 * The schemas in which names are looked up: temporary tables last, so that none replaces another table (decision 86).
 */
const searchPath = 'public,pg_temp'

/**
 * What a session is given once it is open, over the address's own options and the account's settings. Not as options of
 * the connection, which poolers refuse or drop. The memory of temporary tables comes first of all: once a session has
 * used any, PostgreSQL refuses another size.
 */
const setSession = `select set_config('temp_buffers', '64MB', false), set_config('search_path', '${searchPath}', false),
  set_config('timezone', 'UTC', false), set_config('statement_timeout', '30s', false)`

/** A part of node-postgres that its types lack. */
type Internals = { connection: EventEmitter & { stream: Socket } }

export type FolioClientConfig = pg.ClientConfig & {
  /** Several servers; the client uses the one that accepts changes (decision 91). */
  hosts?: string[]
}

/**
 * A connection with its session's settings that, given several servers, reaches the one that accepts changes, and is
 * lost once another is found to lead.
 */
export class FolioClient extends pg.Client {
  /** The server has refused a change because it takes none: a new connection may reach one that accepts changes. */
  takesNoChanges = false
  /** A statement has changed the search path: the connection must not be used again. */
  looksElsewhere = false
  readonly #finder: PrimaryFinder | undefined
  #server: Server | undefined

  constructor({ hosts, ...config }: FolioClientConfig = {}) {
    super(config)
    const { connection } = this.#internals
    this.#finder = hosts && primaryAmong(hosts)
    connection.on('errorMessage', (error: unknown) => {
      if (isReadOnly(error)) this.takesNoChanges = true
      if (isReadOnly(error) || isShutDown(error)) this.#lookAgain()
    })
    // The server reports it at the start of a connection.
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (this.#finder && parameterName === 'in_hot_standby') this.takesNoChanges = parameterValue === 'on'
      if (parameterName === 'search_path') this.looksElsewhere = parameterValue !== searchPath
    })
    this.on('error', () => this.#lookAgain())
  }

  /** Throws unless the server answers and one leads; the connection is lost if that is another (decision 139). */
  async beat(): Promise<void> {
    await this.query('select 1')
    await this.#finder?.find()
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const connecting = this.#connectAndSet()
    if (!callback) return connecting
    // Its type has no success case, which is called without an error.
    connecting.then(() => (callback as (error?: Error) => void)(), callback)
    return undefined
  }

  async #connectAndSet(): Promise<pg.Client> {
    const connected = await (this.#finder ? this.#connectAmong(this.#finder) : super.connect())
    try {
      await this.query(setSession)
      return connected
    } catch (error) {
      void this.end()
      throw error
    }
  }

  async #connectAmong(finder: PrimaryFinder): Promise<pg.Client> {
    this.#server = await finder.find()
    Object.assign(this, { host: this.#server.host, port: this.#server.port })
    try {
      const connected = await super.connect()
      if (this.takesNoChanges) {
        await this.end()
        throw noPrimary()
      }
      // What waits there, and whoever has the connection, learns it as if that server had died.
      const drop = () => this.#internals.connection.stream.destroy()
      this.once('end', finder.watch(this.#server, drop))
      return connected
    } catch (error) {
      this.#lookAgain()
      throw error
    }
  }

  get #internals() {
    return this as unknown as Internals
  }

  #lookAgain() {
    if (this.#server) this.#finder?.forget(this.#server)
  }
}
