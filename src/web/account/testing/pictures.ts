import { pictureFile } from '../../testing/files.ts'

type Look = { width?: number; height?: number; type?: 'image/png' | 'image/jpeg' }

/** A picture that is red on its left and blue on its right. */
export async function twoColours({
  width = 900,
  height = 600,
  type = 'image/png',
}: Look = {}): Promise<File> {
  const canvas = canvasOf({ width, height })
  const pen = penOf(canvas)
  pen.fillStyle = '#00f'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#f00'
  pen.fillRect(0, 0, width / 2, height)
  return pictureFile(canvas, { name: 'me', type })
}

/** Marks the picture as to be turned to the right (EXIF orientation 6), as a camera held upright does. */
export function asPhotographed(jpeg: File): File {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const exif = [...'Exif'].map((letter) => letter.charCodeAt(0))
  const segment = new Uint8Array([0xff, 0xe1, 0, 2 + 6 + tiff.length, ...exif, 0, 0, ...tiff])
  return new File([jpeg.slice(0, 2), segment, jpeg.slice(2)], jpeg.name, { type: jpeg.type })
}

/** A picture's size in pixels, and which of the two colours it has at a point. */
export async function colourOf(picture: Blob, x: number, y: number) {
  const bitmap = await createImageBitmap(picture)
  const { width, height } = bitmap
  const pen = penOf(canvasOf({ width, height }))
  pen.drawImage(bitmap, 0, 0)
  const [red = 0, , blue = 0] = pen.getImageData(x, y, 1, 1).data
  return { width, height, colour: red > blue ? 'red' : 'blue' }
}

const canvasOf = (size: { width: number; height: number }) =>
  Object.assign(document.createElement('canvas'), size)

function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser offers no canvas')
  return pen
}
