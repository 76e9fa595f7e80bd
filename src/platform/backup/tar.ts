import type { Readable } from 'node:stream'

const blockBytes = 512

/** An entry whose body is read, or skipped by asking for the next entry. */
export type TarEntry = { name: string; size: number; body: AsyncIterable<Buffer> }

/** The input is no tar archive of plain files, or ends too early. */
export class TarError extends Error {}

/**
 * Reads a tar archive of plain files, one after another; only one piece of the source is in memory at a time.
 * Everything else that tar can hold is no part of a backup and is refused: links, sparse files, names and sizes of any
 * length in entries of their own. Throws TarError.
 */
export async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const bytes = readerOf(source)
  while (true) {
    const block = await bytes.block()
    if (block.every((byte) => byte === 0)) return
    const { name, size } = readHeader(block)
    const left = { bytes: size }
    yield { name, size, body: partsOf(bytes, left) }
    left.bytes += -size & (blockBytes - 1)
    for await (const _ of partsOf(bytes, left));
  }
}

type Reader = ReturnType<typeof readerOf>

function readerOf(source: Readable) {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** The next bytes, at least one and at most `most`. */
  async function some(maxBytes: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { value, done } = await chunks.next()
      if (done) throw new TarError('ends before its end')
      rest = Buffer.isBuffer(value) ? value : Buffer.from(value)
    }
    const taken = rest.subarray(0, maxBytes)
    rest = rest.subarray(taken.length)
    return taken
  }
  async function block(): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let missing = blockBytes; missing > 0; missing -= parts.at(-1)?.length ?? 0)
      parts.push(await some(missing))
    return Buffer.concat(parts)
  }
  return { some, block }
}

/** The rest of an entry. */
async function* partsOf(bytes: Reader, left: { bytes: number }): AsyncGenerator<Buffer> {
  while (left.bytes > 0) {
    const part = await bytes.some(left.bytes)
    left.bytes -= part.length
    yield part
  }
}

/** The fields of a header by POSIX (ustar): where each begins and how long it is. */
const fields = {
  name: [0, 100],
  size: [124, 12],
  sum: [148, 8],
  type: [156, 1],
  magic: [257, 5],
  prefix: [345, 155],
} as const
const plainFile = '0'

function readHeader(block: Buffer): { name: string; size: number } {
  const field = (of: keyof typeof fields) => {
    const [at, length] = fields[of]
    return block.toString('latin1', at, at + length)
  }
  const text = (of: 'name' | 'prefix') => field(of).replace(/\0.*$/s, '')
  const number = (of: 'size' | 'sum') => {
    const [, digits] = /^([0-7]+)[ \0]*$/.exec(field(of)) ?? []
    if (!digits) throw new TarError(`has a header without its ${of}`)
    return Number.parseInt(digits, 8)
  }
  if (field('magic') !== 'ustar' || number('sum') !== sumOf(block))
    throw new TarError('has an invalid header')
  if (field('type') !== plainFile) throw new TarError('has an entry that is not a plain file')
  const prefix = text('prefix')
  return { name: prefix ? `${prefix}/${text('name')}` : text('name'), size: number('size') }
}

/** The sum of all bytes of a header, with the bytes of the sum itself counted as spaces. */
function sumOf(block: Buffer): number {
  const [at, length] = fields.sum
  let sum = length * 0x20
  for (const [place, byte] of block.entries()) if (place < at || place >= at + length) sum += byte
  return sum
}
