import { LRUCache } from 'lru-cache'
import type { Sharp } from 'sharp'
import { createFairQueue } from '../../platform/limits/fair-queue.ts'
import { loadSharp } from '../../platform/sharp.ts'
import { tooBusy } from '../../shared/errors.ts'
import { type ShareCard, shareCardVersion, shareImage } from '../../shared/sharing/share-image.ts'
import { type StoryCard, storySize } from '../../shared/sharing/story-card.ts'
import { minuteMs } from '../../shared/time.ts'
import { drawCard, type Pictures } from './card.ts'
import { drawStory } from './story.ts'

/** Reads a picture that people uploaded here by its address; null if there is none. */
export type ReadPicture = (address: string) => Promise<Buffer | null>

/** A JPEG, or of a story a PNG. `isWhole` is false if one of its pictures could not be read just now. */
export type ShareImage = { bytes: Buffer; type: string; version: string; isWhole: boolean }

type AnyCard = ShareCard | StoryCard

type ShareImages = (card: AnyCard) => Promise<ShareImage>

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
  const kept = new LRUCache<string, ShareImage>({
    ...limits,
    maxSize: Math.floor(limits.maxSize / workers),
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const drawing = new Map<string, Promise<ShareImage>>()
  const queue = createFairQueue({ running: 1, waiting: 30 }, () =>
    tooBusy('Too many previews are being drawn. Please try again in a moment.'),
  )

  async function make(card: AnyCard, key: string): Promise<ShareImage> {
    const { pictures, isWhole } = await readPictures(card, read)
    const image = { ...(await drawn(card, pictures)), version: shareCardVersion(card), isWhole }
    kept.set(key, image, isWhole ? {} : { ttl: incompleteMs })
    return image
  }

  return async (card) => {
    // The key is not the version: somebody could find a title whose version equals that of someone else's card, and
    // replace that card.
    const key = JSON.stringify(card)
    const known = kept.get(key) ?? drawing.get(key)
    if (known) return known
    const making = queue.run(() => make(card, key)).finally(() => drawing.delete(key))
    drawing.set(key, making)
    return making
  }
}

async function drawn(card: AnyCard, pictures: Pictures): Promise<Pick<ShareImage, 'bytes' | 'type'>> {
  if (card.kind !== 'story')
    return { bytes: await encode(await drawCard(card, pictures)), type: shareImage.type }
  const story = await drawStory(card, pictures.photos[0] ?? null)
  return { bytes: await story.removeAlpha().png().toBuffer(), type: storySize.type }
}

async function readPictures(card: AnyCard, read: ReadPicture) {
  let isWhole = true
  async function bytesOf(address: string | null): Promise<Buffer | null> {
    const bytes = address && (await read(address).catch(() => null))
    isWhole &&= !address || bytes !== null
    return bytes || null
  }
  const photos: (Buffer | null)[] = []
  for (const address of photosOf(card)) photos.push(await bytesOf(address))
  const avatar = await bytesOf('creator' in card ? card.creator.avatar : null)
  return { pictures: { photos, avatar }, isWhole }
}

/** The addresses of the photos on a card, in order; null in place of a sign. */
function photosOf(card: AnyCard): (string | null)[] {
  if (card.kind === 'site') return []
  if (card.kind === 'product' || card.kind === 'story') return [card.photo]
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
