import { createFairQueue } from '../platform/limits/fair-queue.ts'
import { loadSharp } from '../platform/sharp.ts'
import { lowerPicturePriority } from '../platform/thread-pool.ts'
import { AppError, tooBusy } from '../shared/errors.ts'
import { decodingCost, formatOfBytes, maxPixels, slotsFor, smallestLarge } from './rules.ts'

/** What a product's page shows at most, at a phone's density. The app itself sends squares of 400. */
const longestSide = 1280
const patienceSeconds = 20
/** After this time a large picture's decoding is under way; it takes several times as long. */
const begunMs = 50

// Measured: a fifth smaller than a JPEG that looks the same, and four times the time, which is 20 ms. A higher effort
// doubles that for a few percent. Photographs as PNG are ten times as large.
const encoding = { quality: 80, effort: 2 }

const tooMany = () => tooBusy('Too many pictures are being stored. Please try again in a moment.')

// Decoding runs in libuv's four threads. Passwords may take two, files and DNS need one. So one large picture is
// decoded at a time, which can take some hundred megabytes and some seconds, and beside it one that takes neither:
// nobody's small picture waits for large ones. Each one that waits holds at most 5 MB.
const large = createFairQueue({ running: 1, waiting: 30, each: 5 }, tooMany)
const small = createFairQueue({ running: 1, waiting: 30, each: 5 }, tooMany)

const notAPicture = () => new AppError('unsupported_media_type', 'Please select an image file')

/** A picture as it is stored, with its shorter side in pixels. */
type EncodedPicture = { bytes: Buffer; side: number }

type Wanted = {
  /** Whose turn it is. */
  owner: string
  /** Whether transparent parts become white. */
  isOpaque: boolean
  /** Called when its turn has come, with how many slots of the queue it takes; what it throws is thrown. */
  charge?: ((slots: number) => Promise<void>) | undefined
}

/**
 * Decodes what somebody sent and encodes it again as WebP, so that nothing but the picture is left: upright, without
 * metadata, in sRGB, its first frame only, at most 1280 pixels on the longer side. Reads JPEG, PNG, WebP, GIF and
 * AVIF. Throws `unsupported_media_type` for anything else and what is broken or cut short
 * (docs/product/pictures.md#storage), `payload_too_large` for more than 50 megapixels, and `unavailable` when too
 * many are waiting, or more than five slots of `owner` are taken.
 */
export async function reencode(
  bytes: Uint8Array,
  { owner, isOpaque, charge }: Wanted,
): Promise<EncodedPicture> {
  const format = formatOfBytes(bytes)
  if (!format) throw notAPicture()
  const sharp = await loadSharp()
  // Reads the header alone. The decoder's format must be the expected one, since it would also read others, such as
  // SVG.
  const header = await orRefuse(sharp(bytes, { limitInputPixels: false }).metadata())
  if (header.format !== format) throw notAPicture()
  if (header.width * header.height > maxPixels)
    throw new AppError('payload_too_large', 'Please select an image of at most 50 megapixels')
  const cost = decodingCost(format, header)
  const slots = slotsFor(cost)
  const queue = cost < smallestLarge ? small : large
  const encode = async () => {
    await charge?.(slots)
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: patienceSeconds })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    const encoded = orRefuse(
      (isOpaque ? image.flatten({ background: '#fff' }) : image)
        .webp(encoding)
        .toBuffer({ resolveWithObject: true }),
    )
    if (queue === large) setTimeout(lowerPicturePriority, begunMs).unref()
    const { data, info } = await encoded
    return { bytes: data, side: Math.min(info.width, info.height) }
  }
  return queue.run(encode, owner, { slots })
}

/**
 * The middle of a stored picture as a square of `side` pixels, in WebP; null where its shorter side is no larger.
 * Throws `unavailable` when too many are waiting.
 */
export async function cutSquare(bytes: Uint8Array, side: number): Promise<Buffer | null> {
  const sharp = await loadSharp()
  const { width, height } = await sharp(bytes).metadata()
  if (Math.min(width, height) <= side) return null
  const cut = () =>
    sharp(bytes)
      .timeout({ seconds: patienceSeconds })
      .resize({ width: side, height: side, fit: 'cover' })
      .webp(encoding)
      .toBuffer()
  return small.run(cut, 'squares')
}

const orRefuse = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw notAPicture()
  })
