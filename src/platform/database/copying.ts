import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Submittable } from 'pg'
import { from } from 'pg-copy-streams'
import type { DB } from './schema.ts'

/** What a COPY reads, on its way through Kysely as the one parameter of the statement. */
export class CopyBytes {
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
export async function copy(send: (query: Submittable) => unknown, text: string, { pieces }: CopyBytes) {
  const stream = from(text)
  send(stream)
  await pipeline(Readable.from(pieces), stream)
  return { command: 'COPY', rowCount: stream.rowCount, rows: [] }
}
