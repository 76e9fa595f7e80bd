import { createFairQueue } from '../platform/limits/fair-queue.ts'
import { loadSharp } from '../platform/sharp.ts'
import { lowerPicturePriority } from '../platform/thread-pool.ts'
import { AppError, tooBusy } from '../shared/errors.ts'
import { longestSide } from '../shared/pictures/sizes.ts'
import {
  decodingCost,
  formatOfBytes,
  maxPixels,
  type Square,
  scaledSquare,
  slotsFor,
  smallestLarge,
} from './rules.ts'
import type { Framing, Size } from './store.ts'

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

/** A picture as it is stored. */
type EncodedPicture = { bytes: Buffer; framing: { side: number; square: Square | null } }

type Wanted = {
  /** Whose turn it is. */
  owner: string
  /** Whether transparent parts become white. */
  isOpaque: boolean
  /** The square that lists show, in pixels of the upright picture as it was sent; its middle without one. */
  square?: Square | undefined
  /** Called when its turn has come, with how many slots of the queue it takes; what it throws is thrown. */
  charge?: ((slots: number) => Promise<void>) | undefined
}

/**
 * Decodes what somebody sent and encodes it again as WebP, so that nothing but the picture is left: upright, without
 * metadata, in sRGB, its first frame only, at most 1600 pixels on the longer side. Reads JPEG, PNG, WebP, GIF and
 * AVIF. Throws `unsupported_media_type` for anything else and what is broken or cut short
 * (docs/product/pictures.md#storage), `payload_too_large` for more than 50 megapixels, and `unavailable` when too
 * many are waiting, or more than five slots of `owner` are taken.
 */
export async function reencode(
  bytes: Uint8Array,
  { owner, isOpaque, square, charge }: Wanted,
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
    const scale = Math.max(info.width, info.height) / Math.max(header.width, header.height)
    const stored = square ? scaledSquare(square, scale, info) : null
    return {
      bytes: data,
      framing: { side: stored?.side ?? Math.min(info.width, info.height), square: stored },
    }
  }
  return queue.run(encode, owner, { slots })
}

/**
 * A stored picture in a smaller size, in WebP; null where it is no larger itself. Throws `unavailable` when too many
 * are waiting.
 */
export async function makeSmaller(
  bytes: Uint8Array,
  { of, side }: Size,
  chosen: Framing['square'],
): Promise<Buffer | null> {
  const sharp = await loadSharp()
  const { width, height } = await sharp(bytes).metadata()
  const square = of === 'square' && chosen ? scaledSquare(chosen, 1, { width, height }) : null
  const known = of === 'square' ? Math.min(width, height) : Math.max(width, height)
  if (!square && known <= side) return null
  const make = () => {
    const image = sharp(bytes).timeout({ seconds: patienceSeconds })
    const part = square
      ? image.extract({ left: square.left, top: square.top, width: square.side, height: square.side })
      : image
    return part
      .resize({
        width: side,
        height: side,
        fit: of === 'square' ? 'cover' : 'inside',
        withoutEnlargement: true,
      })
      .webp(encoding)
      .toBuffer()
  }
  return small.run(make, 'smaller')
}

const orRefuse = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw notAPicture()
  })
