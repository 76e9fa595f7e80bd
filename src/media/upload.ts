import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../shared/errors.ts'
import { pictureMetadata } from './contract.ts'
import { maxPictureBytes, type Square } from './rules.ts'
import { pictureTooLarge } from './service.ts'

/** What a form adds to its file: boundaries, headers and the client's own short fields. */
const formBytes = 64 * 1024

/** Limits of a form that holds one picture. A byte more than is allowed shows that there are more. */
export const formLimits = { fileSize: maxPictureBytes + 1, files: 1, fields: 8, fieldSize: 4096, parts: 9 }

/** A picture as it is sent, and which square of it lists show. */
type Upload = { bytes: Buffer; square: Square | undefined }

/**
 * The picture that a request carries, in a form's file or as the body itself. Holds at most 5 MB of it.
 * Throws `payload_too_large`, `malformed_request` for a form that cannot be read or a body that is cut short, and
 * `validation_failed` for a square that is none.
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (Number(request.headers['content-length']) > maxPictureBytes + formBytes) throw pictureTooLarge()
  if (request.isMultipart()) {
    const part = await request.file().catch(() => undefined)
    if (!part) throw unreadable()
    // The client sends its own fields ahead of the file.
    const { metadata } = part.fields
    const text = metadata && 'value' in metadata ? String(metadata.value) : ''
    return { square: squareIn(text), bytes: await readAtMost(part.file, maxPictureBytes) }
  }
  const encoded = request.headers['x-metadata']
  const text = typeof encoded === 'string' ? Buffer.from(encoded, 'base64').toString() : ''
  // Whatever type the sender names: the bytes decide.
  return { square: squareIn(text), bytes: await readAtMost(request.raw, maxPictureBytes) }
}

/** The square that an upload's metadata names, as the storage client sends them. */
function squareIn(text: string): Square | undefined {
  const read = pictureMetadata.safeParse(parsedOr({}, text))
  if (!read.success) throw invalid('metadata', 'The square must be given in whole pixels of the picture.')
  return read.data.square
}

function parsedOr(fallback: object, text: string): unknown {
  try {
    return JSON.parse(text) ?? fallback
  } catch {
    return fallback
  }
}

const unreadable = () => new AppError('malformed_request', 'The upload could not be read to its end.')

function readAtMost(stream: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) return chunks.push(chunk)
      // What still comes is thrown away: a connection cut here would keep the answer from the client.
      chunks.length = 0
      return reject(pictureTooLarge())
    })
    stream.on('end', () => resolve(Buffer.concat(chunks)))
    stream.on('error', () => reject(unreadable()))
    stream.on('close', () => reject(unreadable()))
  })
}
