import { uuidPattern } from '../shared/uuid.ts'

/** A name in the bucket of pictures, taken apart. */
type PictureName = { ownerId: string; type: PictureType }

export type PictureType = 'image/webp' | 'image/jpeg' | 'image/png'

/** The bucket that holds avatars and product pictures (spec section 3). */
export const bucket = 'avatars'

/** The largest picture that is taken (spec section 5). */
export const maxPictureBytes = 5 * 1024 * 1024

/** More than the cameras of phones make, and few enough to be decoded in some hundred megabytes. */
export const maxPixels = 50_000_000

/** A stored picture never changes (its name carries a time), so whoever has it need not ask again. */
export const keptForGood = 'public, max-age=31536000, immutable'

const typeOfExtension: Record<string, PictureType> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

const shape = new RegExp(`^(?:products/product-)?(${uuidPattern})-\\d{1,17}\\.(webp|jpe?g|png)$`)

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

/** How the names of all of a person's pictures begin. */
export const prefixesOf = (userId: string): string[] => [`${userId}-`, `products/product-${userId}-`]

/** The kinds of pictures that are read, as the decoder names them; AVIF is one of `heif`. */
type PictureFormat = 'webp' | 'jpeg' | 'png' | 'gif' | 'heif'

const signatures: [PictureFormat, at: number, text: string][] = [
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['webp', 8, 'WEBP'],
  ['gif', 0, 'GIF8'],
  ['heif', 4, 'ftypavi'],
]

/** What a picture is by its first bytes; null when it is none of the kinds that are read. */
export function formatOfBytes(bytes: Uint8Array): PictureFormat | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return signatures.find(([, at, text]) => start.startsWith(text, at))?.[0] ?? null
}

// What stands after /object/ where the official client does something else than name a bucket.
const operations = new Set('authenticated copy info list list-v2 move sign upload'.split(' '))

/** True when an address below /storage/v1 names a bucket, and it is none that there is. */
export function namesUnknownBucket(url: string): boolean {
  const [kind, ...rest] = (url.split('?')[0] ?? '').split('/').slice(3)
  const named = rest[0] === 'public' ? rest[1] : rest[0]
  return kind === 'object' && !!named && named !== bucket && !operations.has(named)
}
