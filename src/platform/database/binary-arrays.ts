// Arrays as PostgreSQL reads them from a binary parameter: no text is made here and none is parsed there. For frequent
// statements with many rows. Layout:
// https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/arrayfuncs.c

const headBytes = 20
const lengthBytes = 4
const oids = { bigint: 20, uuid: 2950, text: 25, bytea: 17, timestamptz: 1184 }
const epochMs = Date.UTC(2000, 0, 1)

type Items<T> = readonly (T | null)[]

/** `uuid[]` of hexadecimal digits in either case, with or without dashes. */
export const uuidArray = (items: Items<string>): Buffer => encode(oids.uuid, items, () => 16, writeUuid)

/** `bigint[]` of 16 hexadecimal digits, the highest first; from 8 on the first makes it negative. */
export const bigintArray = (items: Items<string>): Buffer => encode(oids.bigint, items, () => 8, writeHex)

/** `bytea[]` of bytes written in hexadecimal. */
export const byteaArray = (items: Items<string>): Buffer =>
  encode(oids.bytea, items, (hex) => hex.length / 2, writeHex)

/** `text[]`. */
export const textArray = (items: Items<string>): Buffer =>
  // No character of a string takes more than three bytes.
  encode(
    oids.text,
    items,
    (text) => text.length * 3,
    (buffer, text, at) => buffer.write(text, at),
  )

/** `timestamptz[]`, to the millisecond. */
export const timestamptzArray = (items: Items<Date>): Buffer =>
  encode(oids.timestamptz, items, () => 8, writeTime)

/** `maxBytesOf` returns the maximum of bytes that an item takes, and `write` returns how many it took. */
function encode<T>(
  oid: number,
  items: Items<T>,
  maxBytesOf: (item: T) => number,
  write: (buffer: Buffer, item: T, at: number) => number,
): Buffer {
  let size = headBytes
  for (const item of items) size += lengthBytes + (item === null ? 0 : maxBytesOf(item))
  const buffer = Buffer.allocUnsafe(size)
  let end = headBytes
  let hasNulls = 0
  for (const item of items) {
    const start = end + lengthBytes
    const length = item === null ? -1 : write(buffer, item, start)
    if (item === null) hasNulls = 1
    buffer.writeInt32BE(length, end)
    end = start + Math.max(0, length)
  }
  // One dimension, its elements counted from 1.
  for (const [i, value] of [1, hasNulls, oid, items.length, 1].entries()) buffer.writeInt32BE(value, i * 4)
  return buffer.subarray(0, end)
}

const writeHex = (buffer: Buffer, hex: string, at: number): number => buffer.write(hex, at, 'hex')

const dash = 45

function writeUuid(buffer: Buffer, uuid: string, at: number): number {
  let end = at
  for (let i = 0; i < uuid.length; i += 2) {
    if (uuid.charCodeAt(i) === dash) i += 1
    buffer[end] = (digitAt(uuid, i) << 4) | digitAt(uuid, i + 1)
    end += 1
  }
  return end - at
}

/** The value of a hexadecimal digit: letters, in either case, end in their number from 1. */
function digitAt(hex: string, i: number): number {
  const code = hex.charCodeAt(i)
  return code > 57 ? (code & 7) + 9 : code & 15
}

function writeTime(buffer: Buffer, time: Date, at: number): number {
  buffer.writeBigInt64BE(BigInt(time.getTime() - epochMs) * 1000n, at)
  return 8
}
