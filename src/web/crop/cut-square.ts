import { pixelsOf, type Square } from '../picture/square.ts'

/** Crop output of spec section 9: sides in pixels, and the encoder's quality. */
const outputSide = 400
const quality = 0.9

/** Cuts a square out of a picture: a JPEG of 400 by 400 pixels. Rejects when the browser cannot encode it. */
export async function cutSquare(picture: ImageBitmap, square: Square): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = outputSide
  canvas.height = outputSide
  const { x, y, side } = pixelsOf(square, picture)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser offers no canvas')
  // JPEG has no transparency; what was transparent would turn black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, outputSide, outputSide)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, x, y, side, side, 0, 0, outputSide, outputSide)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be encoded'))),
      'image/jpeg',
      quality,
    ),
  )
}
