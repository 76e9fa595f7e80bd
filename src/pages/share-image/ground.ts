import { shareImage } from '../../shared/sharing/share-image.ts'

/** The light theme's colours (web/styles/tokens.css). */
export const colours = {
  paper: '#fbf9f6',
  card: '#ffffff',
  line: '#e9e2d8',
  neutral: '#f0eae1',
  ink: '#1f1b16',
  ink2: '#574e44',
  ink3: '#72675b',
  accent: '#c2410c',
}

const { width, height } = shareImage

/** The sheet that a card is written on: paper with one corner folded, as on the mark. */
export const sheet = { left: 40, top: 40, right: width - 40, bottom: height - 40, fold: 92 }

const svg = (inner: string, wide: number = width, high: number = height): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">${inner}</svg>`)

/** The background of a title without a picture: each a light ground with a dark ink. */
export const tones = [
  { ground: '#f8e3d9', ink: '#652d0d' },
  { ground: '#f2e6d2', ink: '#523a00' },
  { ground: '#e8ead3', ink: '#3d4500' },
  { ground: '#daeee1', ink: '#004e2b' },
  { ground: '#d3edf0', ink: '#004c56' },
  { ground: '#dae8f9', ink: '#143f69' },
  { ground: '#ebe2f6', ink: '#4a3064' },
  { ground: '#f9e1e3', ink: '#672733' },
] as const

/** Paper, and a sheet on it. */
export function sheetGround(fill: string = colours.card): Buffer {
  const { left, top, right, bottom, fold } = sheet
  const r = 28
  const outline =
    `M${left + r} ${top}H${right - fold}L${right} ${top + fold}V${bottom - r}a${r} ${r} 0 0 1 ${-r} ${r}` +
    `H${left + r}a${r} ${r} 0 0 1 ${-r} ${-r}V${top + r}a${r} ${r} 0 0 1 ${r} ${-r}Z`
  const corner = `M${right - fold} ${top}V${top + fold - 20}a20 20 0 0 0 20 20H${right}Z`
  // Rings instead of a blur, which took 200 ms.
  const shadow = [2, 6, 10, 14, 18, 22, 26].map(
    (spread) =>
      `<path d="${outline}" transform="translate(0 9)" fill="none" stroke="#3c2a14" stroke-opacity=".011" ` +
      `stroke-width="${2 * spread}" stroke-linejoin="round"/>`,
  )
  return svg(
    `<rect width="100%" height="100%" fill="${colours.paper}"/>${shadow.join('')}` +
      `<path d="${outline}" fill="${fill}" stroke="${colours.line}" stroke-width="1.5"/>` +
      `<path d="${corner}" fill="${colours.accent}"/>`,
  )
}

/** Paper alone, with a hairline at the edge of a photo that fills its left side. */
export const photoGround = (photoWidth: number): Buffer =>
  svg(
    `<rect width="100%" height="100%" fill="${colours.paper}"/>` +
      `<rect x="${photoWidth}" width="1.5" height="100%" fill="${colours.line}"/>`,
  )

/** The sign of a category in the middle of a soft ground, as cards show a product without a photo. */
export function signTile(paths: string, { width, height }: { width: number; height: number }): Buffer {
  const side = Math.min(width, height) * 0.4
  const [left, top] = [(width - side) / 2, (height - side) / 2]
  return svg(
    `<rect width="100%" height="100%" fill="${colours.neutral}"/>` +
      `<g transform="translate(${left} ${top}) scale(${side / 24})" fill="none" stroke="${colours.ink2}" ` +
      `stroke-width="1.25" stroke-linecap="round" stroke-linejoin="round">${paths}</g>`,
    width,
    height,
  )
}

/** The mark: a folded persimmon page with an F (web/shell/links.tsx). */
export const mark = (high: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 30" width="${(high * 26) / 30}" height="${high}">` +
      `<path fill="${colours.accent}" d="M4 0h13l9 9v17a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4Z"/>` +
      `<path fill="${colours.paper}" d="M17 0v6a3 3 0 0 0 3 3h6Z" opacity=".42"/>` +
      `<path stroke="#fff" d="M7.5 23V10h6M7.5 16.5h8" stroke-width="2.4" fill="none" ` +
      `stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  )

/** A plain circle, for a person without a picture. */
export const plainCircle = (diameter: number): Buffer =>
  svg(`<circle cx="50%" cy="50%" r="50%" fill="${colours.neutral}"/>`, diameter, diameter)
