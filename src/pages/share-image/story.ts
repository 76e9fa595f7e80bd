import encodeQR from 'qr'
import type { OverlayOptions, Sharp } from 'sharp'
import { loadSharp } from '../../platform/sharp.ts'
import { paidLinkSentence } from '../../shared/amazon/associate.ts'
import { type StoryCard, storySize } from '../../shared/sharing/story-card.ts'
import { drawablePart } from './fonts.ts'
import { colours } from './ground.ts'
import { brand, stack } from './parts.ts'
import { fillWithPhoto } from './photo.ts'
import { type Drawn, drawText, fitText, isRightToLeft } from './text.ts'

const { width, height } = storySize

/** Paper and ink; the same by day and by night, since it is shown in other apps. */
const paper = {
  ground: colours.paper,
  ink: colours.ink,
  soft: colours.ink2,
  line: colours.line,
  accent: colours.accent,
}
const ink = { ground: '#1f1b16', ink: '#fbf9f6', soft: '#cfc4b7', line: '#4a423a', accent: '#ff9a6c' }
type Palette = typeof paper

const left = 80
const right = width - left
/** The apps lay their own bars over the lowest tenth, which stays free. */
const bottom = height * 0.9
const photoBox = { width, height: 940 }
const qr = { side: 236, top: 1356 }
const lineTop = 1624

/** A story card in pixels, before it is encoded. A photo that cannot be read is left out. */
export async function drawStory(card: StoryCard, photo: Buffer | null): Promise<Sharp> {
  const sharp = await loadSharp()
  const palette = card.layout === 'ink' ? ink : paper
  const filled = photo && (await fillWithPhoto(photo, photoBox).catch(() => null))
  const words = filled
    ? { top: photoBox.height + 48, bottom: qr.top - 32 }
    : { top: 240 + markHeight, bottom: qr.top - 80 }
  return sharp(ground(palette, !filled)).composite([
    ...(filled ? [{ input: filled, left: 0, top: 0 }] : []),
    ...(await headline(card, palette, words, filled ? [64, 56, 48, 42, 36] : [108, 92, 78, 66, 56, 48, 42])),
    ...(await foot(card, palette)),
  ])
}

const svg = (inner: string, wide: number, high: number): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">${inner}</svg>`)

const ground = ({ ground, line }: Palette, isTypeAlone: boolean): Buffer =>
  svg(
    `<rect width="100%" height="100%" fill="${ground}"/>` +
      `<rect x="${left}" y="${lineTop}" width="${right - left}" height="2" fill="${line}"/>` +
      (isTypeAlone ? '' : `<rect y="${photoBox.height}" width="100%" height="2" fill="${line}"/>`),
    width,
    height,
  )

/** How much the mark above words that stand alone takes. */
const markHeight = 150

/**
 * The creator's words, or the title where there are none, at the side where reading begins: below a photo behind a bar,
 * alone below a quotation mark.
 */
async function headline(
  { layout, words, title, username }: StoryCard,
  { ink, accent }: Palette,
  room: { top: number; bottom: number },
  sizes: number[],
): Promise<OverlayOptions[]> {
  const said = words && (await drawablePart(words))
  const text = said ?? (await drawablePart(title)) ?? `Shared by @${username}`
  const box = { width: right - left - 48, height: room.bottom - room.top }
  const drawn = await fitText(text, { font: said ? 'quote' : 'display', colour: ink, sizes }, box)
  const isTurned = isRightToLeft(text)
  const top = Math.round(room.top + (box.height - drawn.raw.height) / 2)
  const indent = said && layout !== 'photo' ? 0 : 48
  const shown = { ...drawn, left: isTurned ? right - indent - drawn.raw.width : left + indent, top }
  if (indent === 0) {
    const mark = await drawText('“', { font: 'quote', size: 260, colour: accent })
    return [{ ...mark, left: isTurned ? right - mark.raw.width : left, top: top - markHeight }, shown]
  }
  const bar = svg(`<rect width="6" height="100%" rx="3" fill="${accent}"/>`, 6, drawn.raw.height + 16)
  return [{ input: bar, left: isTurned ? right - 6 : left, top: top - 8 }, shown]
}

/** What it is, whose, and where, to read and to scan; below, that it is a paid link, and the sign. */
async function foot(card: StoryCard, palette: Palette): Promise<OverlayOptions[]> {
  const { appName, title, words, username, link } = card
  const beside = right - left - qr.side - 40
  const name = words ? await drawablePart(title) : null
  const lines: Drawn[] = []
  if (name)
    lines.push(
      await fitText(
        name,
        { font: 'display', colour: palette.ink, sizes: [42, 38, 34] },
        { width: beside, height: 116 },
      ),
    )
  lines.push(await drawText(`Shared by @${username}`, { font: 'text', colour: palette.soft, size: 30 }))
  const address = link.replace(/^https?:\/\//, '')
  lines.push(
    await fitText(
      address,
      { font: 'text', colour: palette.ink, sizes: [30, 26, 23, 20] },
      { width: beside, height: 40 },
    ),
  )
  const centre = (lineTop + bottom) / 2
  const sign = await brand(appName, { right, centre, size: 40, width: 340, colour: palette.ink })
  const note = await fitText(
    paidLinkSentence,
    { font: 'text', colour: palette.soft, sizes: [25, 23] },
    { width: Math.min(520, sign.left - left - 48), height: 76 },
  )
  return [
    { input: await code(link), left: right - qr.side, top: qr.top },
    ...stack(lines, { left, centre: qr.top + qr.side / 2, gap: 18 }),
    ...stack([note], { left, centre, gap: 0 }),
    ...sign.parts,
  ]
}

/** The short link as a QR code on white, on whatever ground. */
async function code(link: string): Promise<Buffer> {
  const rows: boolean[][] = encodeQR(link, 'raw', { ecc: 'medium', border: 2 })
  const unit = Math.floor((qr.side - 16) / rows.length)
  const edge = Math.floor((qr.side - unit * rows.length) / 2)
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) =>
      isDark ? `M${edge + x * unit} ${edge + y * unit}h${unit}v${unit}h-${unit}z` : [],
    ),
  )
  return svg(
    `<rect x="1" y="1" width="${qr.side - 2}" height="${qr.side - 2}" rx="20" fill="#fff" stroke="${colours.line}" stroke-width="2"/>` +
      `<path d="${squares.join('')}" fill="${colours.ink}" shape-rendering="crispEdges"/>`,
    qr.side,
    qr.side,
  )
}
