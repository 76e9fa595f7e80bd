import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type FileFormat, mediaTypes } from '../../shared/export-file.ts'

/**
 * A file as the answer of a call, read only as fast as it is taken. When making it fails on the way the connection is
 * cut, so that nobody takes a part for the whole.
 */
export function sendFile(
  reply: FastifyReply | null,
  { text, name }: { text: AsyncIterable<string>; name: string },
  format: FileFormat,
): Readable {
  reply?.headers({
    'content-type': `${mediaTypes[format]}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
  })
  return Readable.from(text, { highWaterMark: 1 })
}
