import type pg from 'pg'
import { connectAtStart } from '../database/connect.ts'
import type { DatabaseAddress } from '../database/database.ts'
import { OperatorError } from '../operator-error.ts'
import { encryptInto } from './encryption.ts'
import type { PicturesBeside, PictureTransfer } from './pictures.ts'
import type { Place } from './places/place.ts'
import { type Written, writeArchive } from './write-archive.ts'

type Options = {
  place: Place
  /** The file to make there. */
  name: string
  withKeys: boolean
  keysDir: string
  /** The 32 bytes of the key that signs the archive. */
  signingKey: Buffer
  /** The recipients (`age1…`) that the archive is encrypted for; without any it is not encrypted. */
  recipients: string[]
  overwrite: boolean
  address: DatabaseAddress
  pictures: PictureTransfer
  /** Set where pictures are stored beside the archive. */
  beside?: PicturesBeside
  /** Called when everything is written, before the file gets its name. */
  beforeComplete?: () => Promise<void>
  /** Aborted when the program is to end: then nothing is left behind. */
  signal: AbortSignal
  report: (what: string, bytes: number) => void
}

/** Rows of text shrink to about a third when they are compressed. */
const compressedShare = 0.4
const reserveBytes = 64 * 1024 * 1024

/**
 * Writes an archive into a file of a place; the file exists only once it is complete. Throws OperatorError if it cannot
 * be written, the disk has too little room, or there is nothing to back up.
 */
export async function backUp(options: Options): Promise<Written & { bytes: number }> {
  const { place, name, overwrite, recipients, signal } = options
  const client = await connectAtStart(options.address)
  try {
    const needed = await archiveBytes(client, options.beside?.bytesBefore ?? 0)
    const archive = await place.begin(name, { overwrite, needed })
    try {
      const { sink, done } = recipients.length > 0 ? await encryptInto(archive.sink, recipients) : archive
      const written = await writeArchive({ ...options, client, sink })
      await done
      await options.beforeComplete?.()
      return { ...written, bytes: await archive.complete() }
    } catch (error) {
      await archive.discard()
      if (signal.aborted)
        throw new OperatorError('Ended before the archive was complete; no part of it remains.')
      if (isDiskFull(error)) throw new OperatorError(`The disk is full; no part of ${name} remains.`)
      throw error
    }
  } finally {
    await client.end()
  }
}

const isDiskFull = (error: unknown) => (error as { code?: unknown }).code === 'ENOSPC'

/**
 * How many bytes the archive may take: the rows compressed, and the pictures at their size, except those that are
 * beside it already.
 */
export async function archiveBytes(client: pg.ClientBase | pg.Pool, bytesBeside: number): Promise<number> {
  const { rows } = await client.query<{ bytes: number; counts_pictures: boolean }>(`
    select coalesce(sum(pg_table_size(oid)), 0)::float8 as bytes, to_regclass('pictures') is not null as counts_pictures
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  const [{ bytes, counts_pictures }] = rows as [{ bytes: number; counts_pictures: boolean }]
  const pictures = counts_pictures
    ? await client.query<{ bytes: number }>('select coalesce(sum(bytes), 0)::float8 as bytes from pictures')
    : undefined
  const picturesLeft = Math.max(0, (pictures?.rows[0]?.bytes ?? 0) - bytesBeside)
  return bytes * compressedShare + picturesLeft + reserveBytes
}
