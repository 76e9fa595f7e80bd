import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { ErrorCode } from '../../../shared/errors.ts'
import { notAReport } from './file-kind-rules.ts'

const lineFeed = 10
const continuation = (byte = 0) => (byte & 0xc0) === 0x80

/**
 * Decodes a file's bytes piece by piece: UTF-16 where a byte order mark says so, else UTF-8. A line that is not valid
 * UTF-8 is read as Windows-1252, which older programs write and in which every byte is valid.
 */
export function createDecoder() {
  let decode: ((bytes: Uint8Array, isLast: boolean) => string) | undefined
  return {
    read(bytes: Uint8Array, isLast: boolean): string {
      decode ??= decoderFor(bytes)
      return decode(bytes, isLast)
    },
  }
}

function decoderFor(head: Uint8Array): (bytes: Uint8Array, isLast: boolean) => string {
  const marks = `${head[0]},${head[1]}`
  if (marks === '255,254' || marks === '254,255') {
    const decoder = new TextDecoder(marks === '255,254' ? 'utf-16le' : 'utf-16be')
    return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast })
  }
  return utf8Decoder()
}

function utf8Decoder() {
  let rest: Uint8Array = new Uint8Array()
  let isFirst = true
  return (bytes: Uint8Array, isLast: boolean): string => {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    const end = isLast ? all.length : wholeCharacters(all)
    // A copy, so that the rest of a piece does not hold its large buffer in memory.
    rest = Uint8Array.from(all.subarray(end))
    const text = textOf(all.subarray(0, end))
    if (text === '') return text
    const isMarked = isFirst && text.startsWith('\ufeff')
    isFirst = false
    return isMarked ? text.slice(1) : text
  }
}

/** Where the last whole line ends or, in a line without end, the last whole character. */
function wholeCharacters(bytes: Uint8Array): number {
  const line = bytes.lastIndexOf(lineFeed)
  if (line >= 0) return line + 1
  let end = bytes.length
  while (end > Math.max(0, bytes.length - 4) && continuation(bytes[end - 1])) end -= 1
  return (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.length
}

const windows1252 = new TextDecoder('windows-1252')

function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (isUtf8(buffer)) return buffer.toString('utf8')
  let text = ''
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(lineFeed, start) + 1 || buffer.length
    const line = buffer.subarray(start, end)
    text += isUtf8(line) ? line.toString('utf8') : windows1252.decode(line)
    start = end
  }
  return text
}

/** The stored piece of a file with a number from 0, compressed; null after the last. */
export type ReadChunk = (number: number) => Promise<Uint8Array | null>

/** How much text at a time: its rows are held until they are read. */
const pieceBytes = 65_536
/** A little more than a stored piece has, so that it is decompressed as a whole. */
const chunkSize = 1_100_000
/** Enough to distinguish a workbook from another archive. */
const headBytes = 4_096

/**
 * A stored file as text, piece by piece; the last piece is empty. Throws {@link Refusal} where it is no text, and an
 * error where it differs from what was received.
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

/** A stored file's bytes, a piece at a time. Throws at its end where it differs from what was received. */
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
