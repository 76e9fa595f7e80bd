import { LRUCache } from 'lru-cache'
import type { Sharp } from 'sharp'
import { createFairQueue } from '../../platform/limits/fair-queue.ts'
import { loadSharp } from '../../platform/sharp.ts'
import { tooBusy } from '../../shared/errors.ts'
import { type ShareCard, shareCardVersion } from '../../shared/share-image.ts'
import { minuteMs } from '../../shared/time.ts'
import { drawCard } from './card.ts'

/** Reads a picture that people uploaded here by its address; null if there is none. */
export type ReadPicture = (address: string) => Promise<Buffer | null>

/** A JPEG. `isWhole` is false if one of its pictures could not be read just now. */
export type ShareImage = { bytes: Buffer; version: string; isWhole: boolean }

type ShareImages = (card: ShareCard) => Promise<ShareImage>

/**
 * Room for some four hundred images. Drawing one again takes a tenth of a second, so they need not outlive the process.
 */
const limits = { max: 2_000, maxSize: 32 * 1024 * 1024 }
/** How long an image that lacks one of its pictures is cached. */
const incompleteMs = minuteMs

/**
 * Draws share images and caches them by what they show, whatever address was requested. Simultaneous requests for an
 * image share one drawing. One image is drawn at a time, and thirty may wait; beyond that it throws `unavailable`. Each
 * of several `workers` has its part of the memory.
 */
export function createShareImages(read: ReadPicture, workers = 1): ShareImages {
  const drawn = new LRUCache<string, ShareImage>({
    ...limits,
    maxSize: Math.floor(limits.maxSize / workers),
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const drawing = new Map<string, Promise<ShareImage>>()
  const queue = createFairQueue({ running: 1, waiting: 30 }, () =>
    tooBusy('Too many previews are being drawn. Please try again in a moment.'),
  )

  async function make(card: ShareCard, key: string): Promise<ShareImage> {
    const { pictures, isWhole } = await readPictures(card, read)
    const version = shareCardVersion(card)
    const image = { bytes: await encode(await drawCard(card, pictures)), version, isWhole }
    drawn.set(key, image, isWhole ? {} : { ttl: incompleteMs })
    return image
  }

  return async (card) => {
    // The key is not the version: somebody could find a title whose version equals that of someone else's card, and
    // replace that card.
    const key = JSON.stringify(card)
    const known = drawn.get(key) ?? drawing.get(key)
    if (known) return known
    const making = queue.run(() => make(card, key)).finally(() => drawing.delete(key))
    drawing.set(key, making)
    return making
  }
}

async function readPictures(card: ShareCard, read: ReadPicture) {
  let isWhole = true
  async function bytesOf(address: string | null): Promise<Buffer | null> {
    const bytes = address && (await read(address).catch(() => null))
    isWhole &&= !address || bytes !== null
    return bytes || null
  }
  const photos: (Buffer | null)[] = []
  for (const address of photosOf(card)) photos.push(await bytesOf(address))
  const avatar = await bytesOf(card.kind === 'site' ? null : card.creator.avatar)
  return { pictures: { photos, avatar }, isWhole }
}

/** The addresses of the photos on a card, in order; null in place of a sign. */
function photosOf(card: ShareCard): (string | null)[] {
  if (card.kind === 'site') return []
  if (card.kind === 'product') return [card.photo]
  return card.kind === 'list' && card.cover !== null
    ? [card.cover]
    : card.finds.map((find) => ('photo' in find ? find.photo : null))
}

/** WhatsApp shows no image above this; the other apps take more. */
export const maxImageBytes = 300_000

const qualities = [86, 74, 60, 42, 24]

/** A card as a JPEG below 300 kB, in the best quality that allows it. Throws if none does. */
export async function encode(image: Sharp): Promise<Buffer> {
  const pixels = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const sharp = await loadSharp()
  const { width, height } = pixels.info
  for (const quality of qualities) {
    // MozJPEG would save a fifth of the bytes for eight times the time.
    const options = { quality, chromaSubsampling: '4:4:4' }
    const jpeg = await sharp(pixels.data, { raw: { width, height, channels: 3 } })
      .jpeg(options)
      .toBuffer()
    if (jpeg.length < maxImageBytes) return jpeg
  }
  throw new Error('a share image is too large in every quality')
}
