import { uuidPattern } from '../shared/uuid.ts'

/** The parts of a name in the bucket of pictures. */
type PictureName = { ownerId: string; type: PictureType }

/** What pictures are stored as; the other two are of earlier versions. */
export type PictureType = 'image/webp' | 'image/jpeg' | 'image/png'

/** True for a type that pictures are stored as. */
export const isPictureType = (type: string | undefined): type is PictureType =>
  type === 'image/webp' || type === 'image/jpeg' || type === 'image/png'

/** The bucket that holds avatars and product pictures (docs/product/pictures.md#storage). */
export const bucket = 'avatars'

/** The largest picture that is accepted (docs/product/pictures.md#storage). */
export const maxPictureBytes = 5 * 1024 * 1024

/** How many bytes all pictures of one account may take (decision 9). */
export const quotaBytes = 200 * 1024 * 1024

/** More than the cameras of phones make, and few enough to be decoded in some hundred megabytes. */
export const maxPixels = 50_000_000

const typeOfExtension: Record<string, PictureType> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

const shape = new RegExp(`^(?:products/product-)?(${uuidPattern})-\\d{1,17}\\.(webp|jpe?g|png)$`)

/**
 * Reads a picture's path, or returns null where it is none of the two there are (docs/product/pictures.md#storage):
 * `products/product-{userId}-{timestamp}.{ext}` and, for avatars, `{userId}-{timestamp}.{ext}`. Nothing else becomes a
 * path on the disk, so no name leads out of the folder.
 */
export function readPicturePath(path: string): PictureName | null {
  const [, ownerId, extension] = shape.exec(path) ?? []
  const type = extension && typeOfExtension[extension]
  return ownerId && type ? { ownerId, type } : null
}

/** Where anyone may read a picture. Without the site's origin: the address stays right when the site moves. */
export const pictureAddress = (path: string): string => `/storage/v1/object/public/${bucket}/${path}`

/** Where anyone may read it in a smaller size; `?width=400&height=400` follows. */
export const smallerAddress = (path: string): string => `/storage/v1/render/image/public/${bucket}/${path}`

/** The path of the picture that an address of ours leads to; undefined for every other address. */
export const pathOfPicture = (address: string): string | undefined => {
  const path = URL.parse(address, 'http://any')?.pathname
  const prefix = pictureAddress('')
  return path?.startsWith(prefix) ? path.slice(prefix.length) : undefined
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

const stored: Partial<Record<PictureFormat, PictureType>> = {
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

/** The type of a stored picture by its first bytes, whatever its name's extension says. */
export function typeOfBytes(bytes: Uint8Array): PictureType | undefined {
  const format = formatOfBytes(bytes)
  return format ? stored[format] : undefined
}

/** How many of a picture's first bytes show its type. */
export const signatureBytes = 16

/** What a picture is by its first bytes; null when it is none of the kinds that are read. */
export function formatOfBytes(bytes: Uint8Array): PictureFormat | null {
  const start = Buffer.from(bytes.subarray(0, signatureBytes)).toString('latin1')
  return signatures.find(([, at, text]) => start.startsWith(text, at))?.[0] ?? null
}

// Measured: the time for a pixel of each beside a JPEG's, which is decoded no larger than it is needed.
const weights: Record<PictureFormat, number> = { jpeg: 1, png: 2, webp: 2, gif: 2, heif: 7 }

/** What a picture costs to decode, in millions of a JPEG's pixels, which take about 8 ms each. */
export const decodingCost = (format: PictureFormat, { width, height }: { width: number; height: number }) =>
  (weights[format] * width * height) / 1_000_000

/** Beyond this cost a picture is a large one, which takes a quarter of a second. */
export const smallestLarge = 30

/** How many slots of the queue a picture takes: five, all that one person has, for the largest. */
export const slotsFor = (cost: number): number => Math.min(5, Math.max(1, Math.ceil(cost / 70)))

/** A square in a picture's own pixels. */
export type Square = { left: number; top: number; side: number }

/** A square at another scale: whole pixels inside a picture of this size, as near as possible to the wanted ones. */
export function scaledSquare(
  { left, top, side }: Square,
  scale: number,
  { width, height }: { width: number; height: number },
): Square {
  const fitted = Math.max(1, Math.min(Math.round(side * scale), width, height))
  return {
    left: Math.min(Math.round(left * scale), width - fitted),
    top: Math.min(Math.round(top * scale), height - fitted),
    side: fitted,
  }
}

// What follows /object/ where it is not a bucket's name.
const operations = new Set('authenticated copy info list list-v2 move sign upload'.split(' '))

/** True when an address below /storage/v1 names a bucket that does not exist. */
export function namesUnknownBucket(url: string): boolean {
  const [kind, ...rest] = (url.split('?')[0] ?? '').split('/').slice(3)
  const named = rest[0] === 'public' ? rest[1] : rest[0]
  return kind === 'object' && !!named && named !== bucket && !operations.has(named)
}
