import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { DB } from './schema.ts'

/** The input of a COPY, passed through Kysely as the only parameter of the statement. */
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

/** Runs a COPY on a connection; returns the same as any other statement. */
export async function answerOfCopy(
  client: pg.ClientBase,
  text: string,
  { bytes, ...time }: { bytes: CopyBytes; query_timeout?: number },
) {
  const stream = Object.assign(from(text), time)
  client.query(stream)
  await pipeline(Readable.from(bytes.pieces), stream)
  return { command: 'COPY', rowCount: stream.rowCount, rows: [] }
}
