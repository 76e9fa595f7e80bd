import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { OperatorError } from '../operator-error.ts'
import { maxPlainBytes } from './archive-format.ts'

/** A piece before it is compressed has at least this many bytes, unless it is the last. */
const pieceBytes = 4 * 1024 * 1024
const lineEnd = 0x0a

const compress = promisify(zstdCompress)

/** Whole lines of COPY's text format, compressed, and how many there are. */
type Piece = { bytes: Buffer; rows: number }

/**
 * Cuts the output of COPY at ends of lines into compressed pieces, so that each can be an entry of an archive whose
 * size is known before it is written. In the text format no line end is part of a value.
 */
export async function* piecesOf(copied: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const bytes of copied) {
    const end = size + bytes.length < pieceBytes ? 0 : bytes.lastIndexOf(lineEnd) + 1
    if (end === 0) {
      waiting.push(bytes)
      size += bytes.length
      continue
    }
    yield await pack([...waiting, bytes.subarray(0, end)])
    waiting = [bytes.subarray(end)]
    size = bytes.length - end
  }
  if (size > 0) yield await pack(waiting)
}

async function pack(parts: Buffer[]): Promise<Piece> {
  const lines = Buffer.concat(parts)
  if (lines.length > maxPlainBytes)
    throw new OperatorError(`A row is larger than an archive may hold: ${lines.length} bytes.`)
  return { bytes: await compress(lines), rows: countLines(lines) }
}

/** How many lines end in these bytes. */
export function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(lineEnd); at !== -1; at = bytes.indexOf(lineEnd, at + 1)) count += 1
  return count
}
