import type { Sharp } from 'sharp'
import { loadSharp } from '../../platform/sharp.ts'

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
