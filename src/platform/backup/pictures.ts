import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'

/** What a backup and a restore need of the store of pictures, wherever it is. */
export type PictureTransfer = {
  /** The names of all pictures that a snapshot of the database knows. */
  list(snapshot: Kysely<DB>): AsyncIterable<string>
  /** Null where it is not there. */
  read(name: string): Promise<Buffer | null>
  write(name: string, bytes: Buffer): Promise<void>
  remove(names: string[]): Promise<void>
}

/** A folder of pictures that several archives share, each known by what it consists of. */
export type PicturesFolder = {
  /** Stores a picture unless it is there. Returns its SHA-256 in hex. */
  store(bytes: Buffer): Promise<string>
  /** Throws OperatorError where it is not there, or not as it was stored. */
  read(sha256: string): Promise<Buffer>
}
