import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { appFile, type FileFormat, mediaTypes } from '../../shared/export-file.ts'
import { byteOrderMark, csvRows } from './csv.ts'

type FileTextOptions<Column extends string, Row> = {
  format: FileFormat
  columns: readonly Column[]
  /** Rows as they are in JSON. */
  batches: AsyncIterable<Row[]>
  /** A value in a CSV: by default null is empty and a text stays as it is. */
  cellOf?: (value: Row[keyof Row & Column]) => string
  /** What the JSON has beside the rows. */
  beside?: Record<string, unknown>
}

const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/**
 * The text of a file, a batch of rows at a time, so that its memory does not grow with the file: a CSV with a header,
 * or JSON as `{"items": […]}`. A failure of `batches` is thrown, so a reader who reaches the end has the whole file.
 */
export async function* fileText<Column extends string, Row extends Record<Column, unknown>>({
  format,
  columns,
  batches,
  cellOf = plain,
  beside = {},
}: FileTextOptions<Column, Row>): AsyncGenerator<string> {
  if (format === 'csv') {
    yield byteOrderMark + csvRows([[...columns]])
    for await (const rows of batches)
      yield csvRows(rows.map((row) => columns.map((column) => cellOf(row[column]))))
    return
  }
  let separator = '\n'
  yield '{"items": ['
  for await (const rows of batches) {
    if (rows.length === 0) continue
    const items = rows.map((row) => JSON.stringify(row, [...columns]))
    yield separator + items.join(',\n')
    separator = ',\n'
  }
  const others = Object.entries(beside).map(
    ([name, value]) => `,\n${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  yield `\n]${others.join('')}}\n`
}

/**
 * A file as the answer of a call, with the installation's name before its own, read only as fast as the client takes
 * it. If making it fails halfway, the connection is cut, so that nobody mistakes a part for the whole file.
 */
export function sendFile(
  reply: FastifyReply | null,
  { text, name }: { text: AsyncIterable<string>; name: string },
  format: FileFormat,
): Readable {
  reply?.headers({
    'content-type': `${mediaTypes[format]}; charset=utf-8`,
    'content-disposition': `attachment; filename="${appFile(reply.server.appName, name)}"`,
  })
  return Readable.from(text, { highWaterMark: 1 })
}

/**
 * A stored file as the answer of a call, byte for byte and never shown as a page. If reading fails halfway, the
 * connection is cut too.
 */
export function sendBytes(
  reply: FastifyReply | null,
  { bytes, name }: { bytes: AsyncIterable<Uint8Array>; name: string },
): Readable {
  // ASCII characters for all clients, and the exact name for those that read RFC 5987.
  const plainName = name.replace(/[^\w .()-]/g, '_')
  const exactName = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  reply?.headers({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${plainName}"; filename*=UTF-8''${exactName}`,
  })
  return Readable.from(bytes, { highWaterMark: 1 })
}
