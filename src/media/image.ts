import type { Sharp } from 'sharp'
import { createQueue } from '../platform/queue.ts'
import { loadSharp } from '../platform/sharp.ts'
import { AppError } from '../shared/errors.ts'
import { formatOfBytes, maxPixels, type PictureType } from './rules.ts'

/** Enough for a screen's width at double density; the app itself sends squares of 400. */
const longestSide = 2048
const patienceSeconds = 20

// Decoding runs in libuv's four threads. Passwords may take two, files and DNS need one, and a large picture can take
// some hundred megabytes. Each one that waits holds at most 5 MB. Some pictures take seconds: whoever sends many waits for them alone.
const inTurn = createQueue(
  { running: 1, waiting: 30, each: 5 },
  'Too many pictures are being stored. Please try again in a moment.',
)

const encode: Record<PictureType, (image: Sharp) => Sharp> = {
  // It has no transparency; what shows through would be black.
  'image/jpeg': (image) => image.flatten({ background: '#fff' }).jpeg({ quality: 85 }),
  'image/png': (image) => image.png(),
  // A third less work than the default effort, for files hardly larger.
  'image/webp': (image) => image.webp({ quality: 85, effort: 2 }),
}

const notAPicture = () => new AppError('unsupported_media_type', 'Please select an image file')

/**
 * Decodes what somebody sent and encodes it anew as `type`, so that nothing but the picture is left: upright, without
 * metadata, in sRGB, its first frame only, at most 2048 pixels on the longer side. Reads JPEG, PNG, WebP, GIF and
 * AVIF. Throws `unsupported_media_type` for anything else and what is broken or cut short (spec section 5),
 * `payload_too_large` for more than 50 megapixels, and `unavailable` when too many are waiting,
 * or more than five of `owner`.
 */
export async function reencode(bytes: Uint8Array, type: PictureType, owner: string): Promise<Buffer> {
  const format = formatOfBytes(bytes)
  if (!format) throw notAPicture()
  const stored = async () => {
    const sharp = await loadSharp()
    // Of the header alone. Whether the decoder agrees on the format matters: it would also read SVG, for one.
    const header = await orRefuse(sharp(bytes, { limitInputPixels: false }).metadata())
    if (header.format !== format) throw notAPicture()
    if (header.width * header.height > maxPixels)
      throw new AppError('payload_too_large', 'Please select an image of at most 50 megapixels')
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: patienceSeconds })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    return orRefuse(encode[type](image).toBuffer())
  }
  return inTurn(stored, owner)
}

const orRefuse = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw notAPicture()
  })
