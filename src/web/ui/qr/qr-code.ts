import encodeQR from 'qr'

/** A QR code as rows of squares, true where dark, with its quiet zone. */
type QrCode = boolean[][]

/** The width of the quiet zone in squares, as ISO/IEC 18004 requires: scanners find the code by it. */
const quietZone = 4

/** The QR code of a text, readable with 15 % of it damaged. */
export const qrCode = (text: string): QrCode => encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })

/** The dark squares as one SVG path, one unit each. */
export const qrPath = (code: QrCode): string =>
  code.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')

/** An SVG file of the code: black on white on any background, `size` pixels wide unless scaled. */
export const qrSvg = (code: QrCode, size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
  `viewBox="0 0 ${code.length} ${code.length}" shape-rendering="crispEdges">` +
  `<path fill="#fff" d="M0 0h${code.length}v${code.length}H0z"/><path d="${qrPath(code)}"/></svg>`

/**
 * A PNG file of the code, `size` pixels wide. Squares are whole pixels, so that their edges stay sharp; the rest widens
 * the quiet zone. Rejects when the browser gives no picture.
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
