import type { QrCode } from './qr-code.ts'

/**
 * A PNG file of the code, `size` pixels wide, drawn here. Squares are whole pixels, so that their edges stay sharp;
 * what is left over widens the quiet zone. Rejects when the browser gives no picture.
 */
export function qrPng(code: QrCode, size: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (context) draw(context, code, size)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made')))),
  )
}

function draw(context: CanvasRenderingContext2D, code: QrCode, size: number) {
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.fillStyle = '#000'
  const unit = Math.floor(size / code.length)
  const edge = Math.floor((size - unit * code.length) / 2)
  for (const [y, row] of code.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(edge + x * unit, edge + y * unit, unit, unit)
}
