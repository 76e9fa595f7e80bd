import { longestSide } from '../../shared/pictures/sizes.ts'
import { type Crop, type PictureSquare, pixelsOf } from './crop.ts'

/** A cropped picture: its square, to be shown at once, and what is uploaded, with its square where it is more. */
export type Cropped = { cut: Blob; upload: Blob; square?: PictureSquare }

/** What cropping gives (docs/product/pictures.md#crop-image): sides in pixels, and the encoder's quality. */
const outputSide = 400
const quality = 0.9

/**
 * Cuts the square out of a picture: a JPEG of 400 by 400 pixels. With `keepsWhole` the picture itself is uploaded, as a
 * JPEG of at most 1600 pixels; a cover's frame is cut as large as that. Rejects when the browser cannot encode it.
 */
export async function cutPicture(picture: ImageBitmap, crop: Crop, keepsWhole: boolean): Promise<Cropped> {
  const { left, top, side } = pixelsOf(crop, picture)
  const { ratio } = crop
  if (ratio !== 1) {
    const height = side * ratio
    const scale = Math.min(1, longestSide / Math.max(side, height))
    const frame = { width: atLeastOne(side * scale), height: atLeastOne(height * scale) }
    const cover = await encoded(frame, (pen) =>
      pen.drawImage(picture, left, top, side, height, 0, 0, frame.width, frame.height),
    )
    return { cut: cover, upload: cover }
  }
  const cut = await encoded({ width: outputSide, height: outputSide }, (pen) =>
    pen.drawImage(picture, left, top, side, side, 0, 0, outputSide, outputSide),
  )
  if (!keepsWhole) return { cut, upload: cut }
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const size = { width: atLeastOne(picture.width * scale), height: atLeastOne(picture.height * scale) }
  const upload = await encoded(size, (pen) => pen.drawImage(picture, 0, 0, size.width, size.height))
  return { cut, upload, square: pixelsOf(crop, size) }
}

const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))

/** What is drawn, as a JPEG. */
export function encoded(
  { width, height }: { width: number; height: number },
  draw: (pen: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser offers no canvas')
  // JPEG has no transparency; transparent parts would turn black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  draw(pen)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be encoded'))),
      'image/jpeg',
      quality,
    ),
  )
}
