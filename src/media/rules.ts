/** A name in the bucket of pictures, taken apart. */
export type PictureName = { ownerId: string; type: PictureType }

export type PictureType = 'image/webp' | 'image/jpeg' | 'image/png'

const typeOfExtension: Record<string, PictureType> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const shape = new RegExp(`^(?:products/product-)?(${uuid})-\\d{1,17}\\.(webp|jpe?g|png)$`)

/** The largest picture that is kept (spec section 5). */
export const maxPictureBytes = 5 * 1024 * 1024

/**
 * Reads a picture's path, or returns null where it is none of the two there are (spec section 3):
 * `products/product-{userId}-{timestamp}.{ext}` and, for avatars, `{userId}-{timestamp}.{ext}`. Nothing else is ever
 * made into a path of the disk, so there is no way out of the folder.
 */
export function readPicturePath(path: string): PictureName | null {
  const [, ownerId, extension] = shape.exec(path) ?? []
  const type = extension && typeOfExtension[extension]
  return ownerId && type ? { ownerId, type } : null
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).equals(Buffer.from(text, 'latin1'))

/** What a picture is by its first bytes; null when it is none of the kinds that are kept. */
export function typeOfBytes(bytes: Uint8Array): PictureType | null {
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  return null
}
