import encodeQR from 'qr'

/** A QR code as rows of squares, true where dark; the quiet zone around it is part of it. */
export type QrCode = boolean[][]

/** Light squares on each side, as ISO/IEC 18004 asks for: scanners find the code by them. */
const quietZone = 4

/** The QR code of a text, readable with 15 % of it damaged. */
export const qrCode = (text: string): QrCode => encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })

/** The dark squares as one SVG path, a unit each. */
export const qrPath = (code: QrCode): string =>
  code.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')

/** An SVG file of the code: black on white whatever it is placed on, `size` pixels wide unless scaled. */
export const qrSvg = (code: QrCode, size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
  `viewBox="0 0 ${code.length} ${code.length}" shape-rendering="crispEdges">` +
  `<path fill="#fff" d="M0 0h${code.length}v${code.length}H0z"/><path d="${qrPath(code)}"/></svg>`
