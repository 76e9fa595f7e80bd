/** A square over a picture, in percent of the picture's sides, as the cropping tool stores it. */
export type Square = { unit: '%'; x: number; y: number; width: number; height: number }

type Size = { width: number; height: number }

/** The part of the shorter side that the first square takes (docs/product/pictures.md#crop-image). */
const firstShare = 0.8

/** The square that cropping starts with: in the middle, 80 % of the picture's shorter side. */
export function firstSquare({ width, height }: Size): Square {
  const side = Math.min(width, height) * firstShare
  const [w, h] = [(side / width) * 100, (side / height) * 100]
  return { unit: '%', x: (100 - w) / 2, y: (100 - h) / 2, width: w, height: h }
}

/** A square in a picture's own pixels: whole ones, inside the picture, and truly square. */
export function pixelsOf(square: Square, { width, height }: Size): { x: number; y: number; side: number } {
  const wanted = Math.round(Math.min((square.width / 100) * width, (square.height / 100) * height))
  const side = Math.max(1, Math.min(wanted, width, height))
  const offset = (percent: number, length: number) =>
    Math.max(0, Math.min(Math.round((percent / 100) * length), length - side))
  return { x: offset(square.x, width), y: offset(square.y, height), side }
}

/** What cropping gives (docs/product/pictures.md#crop-image): sides in pixels, and the encoder's quality. */
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
  // JPEG has no transparency; transparent parts would turn black.
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
