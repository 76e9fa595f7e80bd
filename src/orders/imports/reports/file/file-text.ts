import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { createDecoder } from '../../../../platform/files/decoder.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { notAReport } from './file-kind-rules.ts'

/** The stored piece of a file with a number from 0, compressed; null after the last. */
export type ReadChunk = (number: number) => Promise<Uint8Array | null>

/** How much text at a time: its rows are held until they are read. */
const pieceBytes = 65_536
/** Slightly more than a stored piece, so that it is decompressed as a whole. */
const chunkSize = 1_100_000
/** Enough to distinguish a workbook from another archive. */
const headBytes = 4_096

/**
 * A stored file as text, piece by piece; the last piece is empty. Throws {@link Refusal} if it is not text, and an
 * error if it differs from the received file.
 */
export async function* textOfFile(
  chunk: ReadChunk,
  fileHash: Uint8Array | null,
): AsyncGenerator<{ text: string; isLast: boolean }> {
  const decoder = createDecoder()
  let isFirst = true
  for await (const bytes of bytesOfFile(chunk, fileHash)) {
    if (isFirst) refuseOtherKind(bytes)
    isFirst = false
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield { text: decoder.read(bytes.subarray(at, at + pieceBytes), false), isLast: false }
    release(bytes)
  }
  if (isFirst) refuseOtherKind(Buffer.alloc(0))
  yield { text: decoder.read(Buffer.alloc(0), true), isLast: true }
}

function refuseOtherKind(bytes: Buffer) {
  const problem = notAReport(bytes.subarray(0, headBytes).toString('latin1'))
  if (problem) throw new Refusal(problem)
}

/** A stored file's bytes, a piece at a time. Throws at its end if it differs from the received file. */
export async function* bytesOfFile(chunk: ReadChunk, fileHash: Uint8Array | null): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for (let number = 0; ; number += 1) {
    const stored = await chunk(number)
    if (!stored) break
    const bytes = gunzipSync(stored, { chunkSize, maxOutputLength: chunkSize })
    hash.update(bytes)
    yield bytes
  }
  if (fileHash && !hash.digest().equals(fileHash))
    throw new Error('The stored file is not the one that was received')
}

/** Why a whole file cannot be imported. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  constructor(message: string, code: ErrorCode = 'validation_failed') {
    super(message)
    this.code = code
  }
}

/**
 * Frees the memory of large bytes at once, after which they are empty. The garbage collector otherwise frees memory
 * outside the heap only after 64 MB. Only for bytes with a buffer of their own: smaller ones share Node's pool.
 */
export function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}
