import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { notAReport } from './file/file-kind-rules.ts'
import { createDecoder } from './file/file-text.ts'
import { Refusal } from './refusal.ts'
import { release } from './release.ts'

/** The stored piece of a file with a number from 0, compressed; null after the last. */
export type ReadChunk = (number: number) => Promise<Uint8Array | null>

/** So much text at a time: its rows are held until they are read. */
const pieceBytes = 65_536
/** A little more than a stored piece has, so that it comes out whole. */
const chunkSize = 1_100_000
/** Enough to tell a workbook from another archive. */
const headBytes = 4_096

/**
 * A stored file as text, piece by piece; the last piece is empty. Throws {@link Refusal} where it is no text, and an
 * error where it is not what was received.
 */
export async function* textOfFile(
  chunk: ReadChunk,
  fileHash: Uint8Array | null,
): AsyncGenerator<{ text: string; isLast: boolean }> {
  const hash = createHash('sha256')
  const decoder = createDecoder()
  for (let number = 0; ; number += 1) {
    const stored = await chunk(number)
    const bytes = stored ? gunzipSync(stored, { chunkSize }) : Buffer.alloc(0)
    if (number === 0) {
      const problem = notAReport(bytes.subarray(0, headBytes).toString('latin1'))
      if (problem) throw new Refusal(problem)
    }
    if (!stored) break
    hash.update(bytes)
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield { text: decoder.read(bytes.subarray(at, at + pieceBytes), false), isLast: false }
    release(bytes)
  }
  if (fileHash && !hash.digest().equals(fileHash))
    throw new Error('The stored file is not the one that was received')
  yield { text: decoder.read(Buffer.alloc(0), true), isLast: true }
}
