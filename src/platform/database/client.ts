import type { EventEmitter } from 'node:events'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import pg, { type Submittable } from 'pg'
import { from } from 'pg-copy-streams'
import { asStep } from '../telemetry/statements.ts'
import { isReadOnly, isShutDown } from './failures.ts'
import { noPrimary, type PrimaryFinder, primaryAmong, type Server } from './primary.ts'
import type { DB } from './schema.ts'

const mark = '/* prepared */'

/**
 * Ends a statement that each connection prepares once: one that is sent all day and takes as long to plan as to run.
 * Only where one plan is right for all parameters. Its text must not vary, since each text is prepared by itself.
 */
export const prepared: RawBuilder<unknown> = sql.raw(mark)

/** Where names without a schema are looked up: a temporary table last, so that it stands in for no other (decision 86). */
const searchPath = 'public,pg_temp'

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared_${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * After so long without an answer the server counts as gone: longer than a statement may take, and much shorter than
 * the system waits for a machine that is no longer there.
 */
const usualSilentMs = 40_000
/** So long after that, what has come meanwhile is still read: this process may have had no time to. */
const readingMs = 20

/** What node-postgres has and its types do not. */
type Connection = EventEmitter & { stream: Duplex }
type Internals = { connection: Connection; connectionParameters: { options?: string | undefined } }
type Pipelining = { connection: Connection; pipeline: boolean }

export type FolioClientConfig = pg.ClientConfig & {
  /** How long the server may be silent, where it differs from the default. */
  silentMs?: number
  /** Several servers, of which the one is wanted that takes changes (decision 91). */
  hosts?: string[]
}

/**
 * A connection that prepares statements that end with {@link prepared}, that copies rows into tables, and that is cut
 * where the server has become silent, so that another takes its place. Of several servers it reaches the one that takes
 * changes. Transactions that lift `statement_timeout` may
 * take as long as they like.
 */
export class FolioClient extends pg.Client {
  /** The server has refused a change as a whole: a new connection may reach one that takes changes. */
  takesNoChanges = false
  /** A statement has changed where names are looked up: the connection is not to be used again. */
  looksElsewhere = false
  #silence: NodeJS.Timeout | undefined
  #isUnhurried = false
  /** What was sent since pipelining began. */
  #pipelined: unknown[] | undefined
  readonly #finder: PrimaryFinder | undefined
  #server: Server | undefined

  constructor(config: FolioClientConfig = {}) {
    super(config)
    const { connection, connectionParameters } = this as unknown as Internals
    // After those of an address, which may have some of its own: the last one counts.
    connectionParameters.options = `${connectionParameters.options ?? ''} -c search_path=${searchPath}`
    const { silentMs = usualSilentMs, hosts } = config
    this.#finder = hosts && primaryAmong(hosts)
    const stopWaiting = () => clearTimeout(this.#silence)
    this.on('drain', stopWaiting)
    this.on('end', stopWaiting)
    connection.on('errorMessage', (error: unknown) => {
      if (isReadOnly(error)) this.takesNoChanges = true
      if (isReadOnly(error) || isShutDown(error)) this.#lookAgain()
    })
    // The server says so at the begin of a connection.
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (this.#finder && parameterName === 'in_hot_standby') this.takesNoChanges = parameterValue === 'on'
      if (parameterName === 'search_path') this.looksElsewhere = parameterValue !== searchPath
    })
    this.on('error', () => this.#lookAgain())
    const readLast = () => {
      this.#silence = setTimeout(() => connection.stream.destroy(), readingMs)
    }
    const send = (...input: unknown[]): unknown => {
      stopWaiting()
      if (!this.#isUnhurried) this.#silence = setTimeout(readLast, silentMs)
      const sent: unknown = answered(input, (...given) => Reflect.apply(super.query, this, given))
      this.#pipelined?.push(sent)
      return sent
    }
    const answer = (text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string') this.#readHurry(text)
      if (typeof text === 'string' && text.endsWith(mark))
        return send({ name: nameOf(text), text, values }, ...rest)
      if (typeof text === 'string' && Array.isArray(values) && values[0] instanceof CopyBytes)
        return copy(send, text, values[0])
      return send(text, values, ...rest)
    }
    const told = (text: unknown, ...rest: [unknown, ...unknown[]]) =>
      typeof text === 'string'
        ? asStep(text, text.endsWith(mark), () => answer(text, ...rest))
        : answer(text, ...rest)
    this.query = told as typeof this.query
  }

  /**
   * Does work whose statements are sent without waiting for the answers to those before, the first of them in one
   * packet: a round trip for what does not depend on each other (decision 95). Each is a transaction by itself. Nobody
   * else may use the connection meanwhile.
   */
  async pipelining<T>(work: () => Promise<T>): Promise<T> {
    const inner = this as unknown as Pipelining
    const { stream } = inner.connection
    const sent: unknown[] = []
    this.#pipelined = sent
    inner.pipeline = true
    stream.cork()
    // Once all have been sent that wait for nothing.
    process.nextTick(() => stream.uncork())
    try {
      return await work()
    } finally {
      // Work that failed may have left some unanswered, for which the next user of the connection must not be taken.
      await Promise.allSettled(sent)
      inner.pipeline = false
      this.#pipelined = undefined
    }
  }

  get isPipelining(): boolean {
    return this.#pipelined !== undefined
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const connecting = this.#finder ? this.#connectAmong(this.#finder) : super.connect()
    if (!callback) return connecting
    // Its type knows no success, of which it is told without an error.
    connecting.then(() => (callback as (error?: Error) => void)(), callback)
    return undefined
  }

  async #connectAmong(finder: PrimaryFinder): Promise<pg.Client> {
    this.#server = await finder.find()
    Object.assign(this, { host: this.#server.host, port: this.#server.port })
    try {
      const connected = await super.connect()
      if (!this.takesNoChanges) return connected
      await this.end()
      throw noPrimary()
    } catch (error) {
      this.#lookAgain()
      throw error
    }
  }

  #lookAgain() {
    if (this.#server) this.#finder?.forget(this.#server)
  }

  #readHurry(text: string) {
    if (text.includes('statement_timeout')) this.#isUnhurried = true
    else if (/^(commit|rollback)$/i.test(text)) this.#isUnhurried = false
  }
}

/**
 * Asks by a callback and promises the answer, where no callback is given. The promise that node-postgres makes by itself
 * leaves each answer, with all its rows, alive until old garbage is collected (decision 6).
 */
function answered(input: unknown[], ask: (...given: unknown[]) => unknown): unknown {
  const [config, values] = input
  if (typeof input.at(-1) === 'function' || (config as Partial<Submittable> | null)?.submit)
    return ask(...input)
  return promiseAnswer((callback) => ask(config, values, callback))
}

async function promiseAnswer(ask: (callback: (error: Error | null, answer: unknown) => void) => void) {
  try {
    return await new Promise((resolve, reject) =>
      ask((error, answer) => (error ? reject(error) : resolve(answer))),
    )
  } catch (error) {
    // So that the stack leads to who asked, not to the socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/** What a COPY reads, on its way through Kysely as the one parameter of the statement. */
class CopyBytes {
  readonly pieces: Iterable<Uint8Array>
  constructor(pieces: Iterable<Uint8Array>) {
    this.pieces = pieces
  }
}

/** Sends rows in PostgreSQL's text format, in the transaction of `db` if it is one. */
export const copyInto = (
  db: Kysely<DB>,
  target: RawBuilder<unknown>,
  pieces: Iterable<Uint8Array>,
): Promise<unknown> => sql`copy ${target} from stdin /* ${new CopyBytes(pieces)} */`.execute(db)

/** Runs a COPY on a connection that starts what is given to `send`; answers as any other statement. */
async function copy(send: (query: Submittable) => unknown, text: string, { pieces }: CopyBytes) {
  const stream = from(text)
  send(stream)
  await pipeline(Readable.from(pieces), stream)
  return { command: 'COPY', rowCount: stream.rowCount, rows: [] }
}
