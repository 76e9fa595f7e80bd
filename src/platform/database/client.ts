import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import pg, { type Submittable } from 'pg'
import { from } from 'pg-copy-streams'
import type { DB } from './schema.ts'

const mark = '/* prepared */'

/**
 * Ends a statement that each connection prepares once: one that is sent all day and takes as long to plan as to run.
 * Only where one plan is right for all parameters. Its text must not vary, since each text is prepared by itself.
 */
export const prepared: RawBuilder<unknown> = sql.raw(mark)

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared_${names.size + 1}`
  names.set(text, name)
  return name
}

/** A connection that prepares statements that end with {@link prepared}, and that copies rows into tables. */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const send = (...input: unknown[]): unknown => Reflect.apply(super.query, this, input)
    const answer = (text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string' && text.endsWith(mark))
        return send({ name: nameOf(text), text, values }, ...rest)
      if (typeof text === 'string' && Array.isArray(values) && values[0] instanceof CopyBytes)
        return copy(send, text, values[0])
      return send(text, values, ...rest)
    }
    this.query = answer as typeof this.query
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
