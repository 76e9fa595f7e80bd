import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from '../../../platform/context.ts'
import { AppError } from '../../../shared/errors.ts'
import { deleteChunks, insertChunk } from './sql.ts'

const compress = promisify(gzip)

/** How many bytes of a file are a chunk; compressed it is a fifth of that. */
const chunkBytes = 1_048_576
const maxFileBytes = 2_000_000_000

/**
 * Stores a file as it arrives, a chunk at a time, each committed by itself, so that only about a chunk of a file of any
 * size is in memory. gzip's fastest level makes reports 4.5 times smaller and adds a checksum to each chunk. If the
 * body breaks off, or is too large (`payload_too_large`), the stored chunks are removed.
 */
export async function receiveFile(
  { db }: Context,
  importId: string,
  body: AsyncIterable<Uint8Array>,
  maxBytes = maxFileBytes,
): Promise<{ bytes: number; fileHash: Buffer }> {
  const hash = createHash('sha256')
  let bytes = 0
  let number = 0
  try {
    for await (const chunk of chunksOf(body)) {
      bytes += chunk.length
      if (bytes > maxBytes)
        throw new AppError('payload_too_large', `A report may have at most ${maxBytes / 1_000_000_000} GB.`)
      hash.update(chunk)
      await insertChunk(db, { import_id: importId, number, bytes: await compress(chunk, { level: 1 }) })
      number += 1
    }
  } catch (error) {
    await deleteChunks(db, importId)
    throw error
  }
  return { bytes, fileHash: hash.digest() }
}

/** The hash of a file that is not stored. */
export async function hashFile(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of body) hash.update(piece)
  return hash.digest()
}

async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  let length = 0
  // A piece may be larger than a chunk.
  for await (const piece of body)
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + chunkBytes - length)
      pieces.push(part)
      length += part.length
      at += part.length
      if (length < chunkBytes) continue
      yield Buffer.concat(pieces)
      pieces = []
      length = 0
    }
  if (length > 0) yield Buffer.concat(pieces)
}
