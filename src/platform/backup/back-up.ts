import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { connectAtStart } from '../database/connect.ts'
import type { DatabaseAddress } from '../database/database.ts'
import { OperatorError } from '../operator-error.ts'
import { createArchiveFile } from './archive-file.ts'
import { encryptInto } from './encryption.ts'
import type { PicturesFolder, PictureTransfer } from './pictures.ts'
import { type Written, writeArchive } from './write-archive.ts'

type Options = {
  /** The file to make, as a whole path. */
  file: string
  withKeys: boolean
  /** Whom the archive is encrypted for (`age1…`); not at all if there are none. */
  recipients?: string[]
  overwrite: boolean
  address: DatabaseAddress
  pictures: PictureTransfer
  /** Set where pictures are stored beside the archive. */
  beside?: PicturesFolder
  /** Called when everything is written, before the file gets its name. */
  beforeComplete?: () => Promise<void>
  /** Aborted when the program is to end: nothing is left behind then. */
  signal: AbortSignal
  report: (what: string, bytes: number) => void
}

/** Rows of text shrink to about a third when they are compressed. */
const compressedShare = 0.4
const reserveBytes = 64 * 1024 * 1024

/**
 * Writes an archive into a file, which is there only once it is complete. Throws OperatorError where the file cannot be
 * written, the disk has too little room, or there is nothing to take.
 */
export async function backUp(options: Options): Promise<Written & { bytes: number }> {
  const { file, overwrite, signal } = options
  const client = await connectAtStart(options.address)
  try {
    const archive = await createArchiveFile(file, { overwrite, needed: await estimate(client) })
    try {
      const { sink, done } = options.recipients?.length
        ? await encryptInto(archive.sink, options.recipients)
        : archive
      const written = await writeArchive({ ...options, client, sink })
      await done
      await options.beforeComplete?.()
      await archive.complete()
      return { ...written, bytes: (await stat(file)).size }
    } catch (error) {
      await archive.discard()
      if (signal.aborted)
        throw new OperatorError('Ended before the archive was complete; nothing of it is left.')
      if (isDiskFull(error)) throw new OperatorError(`The disk is full; nothing of ${file} is left.`)
      throw error
    }
  } finally {
    await client.end()
  }
}

const isDiskFull = (error: unknown) => (error as { code?: unknown }).code === 'ENOSPC'

/** How many bytes the archive may take: the rows compressed, and the pictures as they are. */
async function estimate(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number; counts_pictures: boolean }>(`
    select coalesce(sum(pg_table_size(oid)), 0)::float8 as bytes, to_regclass('pictures') is not null as counts_pictures
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  const [{ bytes, counts_pictures }] = rows as [{ bytes: number; counts_pictures: boolean }]
  const pictures = counts_pictures
    ? await client.query<{ bytes: number }>('select coalesce(sum(bytes), 0)::float8 as bytes from pictures')
    : undefined
  return bytes * compressedShare + (pictures?.rows[0]?.bytes ?? 0) + reserveBytes
}
