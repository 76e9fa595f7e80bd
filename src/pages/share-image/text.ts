import { loadSharp } from '../../platform/sharp.ts'
import { escapeHtml } from '../../shared/text.ts'
import { familiesFor, graphemesOf, type OwnFont } from './fonts.ts'

type Raw = { width: number; height: number; channels: 4 }

/** An image to place on a card: its pixels, in red, green, blue and opacity. */
export type Drawn = { input: Buffer; raw: Raw }

type Style = { font: OwnFont; size: number; colour: string }
type Box = { width: number; height: number }

const ellipsis = '…'
const maxCuts = 8

/** Draws a text that {@link drawablePart} returned, in lines of at most `width` pixels, trimmed to its visible part. */
export async function drawText(text: string, { font, size, colour }: Style, width?: number): Promise<Drawn> {
  const sharp = await loadSharp()
  const families = await familiesFor(text, font)
  // Tightened as display type is (look: −2 %), but not where letters are joined or stand in squares.
  const tracking = font === 'display' && families.length === 1 ? -Math.round(size * 0.015 * 1024) : 0
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" letter_spacing="${tracking}" insert_hyphens="false">${escapeHtml(withWholeWords(text))}</span>`,
      font: `${families.join(', ')} ${size}`,
      rgba: true,
      dpi: 72,
      ...(width !== undefined && { width, wrap: 'word-char' }),
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width: info.width, height: info.height, channels: 4 } }
}

/** Keeps hyphenated words and numbers with their units in one line (look): by a word joiner and a no-break space. */
const withWholeWords = (text: string): string =>
  text.replace(/(?<=\p{L})-(?=\p{L})/gu, '-\u2060').replace(/(?<=\d) (?=\p{L}{1,2}(?!\p{L}))/gu, '\u00a0')

/**
 * Draws a text as large as its box allows, in one of `sizes` (largest first). A text that does not fit at the smallest
 * size is cut, between words if it has some, and ends in an ellipsis.
 */
export async function fitText(
  text: string,
  { sizes, ...style }: Omit<Style, 'size'> & { sizes: readonly number[] },
  box: Box,
): Promise<Drawn> {
  const fits = ({ raw }: Drawn) => raw.height <= box.height && raw.width <= box.width
  const smallest = sizes.at(-1) ?? 16
  for (const size of sizes) {
    // Far too long for this size, so it is not even drawn.
    if (size !== smallest && minWidth(text, size) > (box.width * box.height) / size) continue
    const drawn = await drawText(text, { ...style, size }, box.width)
    if (fits(drawn)) return drawn
  }
  return cutToFit(text, { ...style, size: smallest }, box)
}

/** By its first letter, which has a direction (Unicode Bidirectional Algorithm, P2). */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)

/** Roughly the minimum width of a text in one line, in pixels. */
const minWidth = (text: string, size: number): number => graphemesOf(text).length * size * 0.4

async function cutToFit(text: string, style: Style, box: Box): Promise<Drawn> {
  let length = Math.min(graphemesOf(text).length, Math.ceil((box.width * box.height * 4) / style.size ** 2))
  let drawn = await drawText(shorten(text, length), style, box.width)
  for (let cuts = 0; cuts < maxCuts && drawn.raw.height > box.height; cuts++) {
    length = Math.floor(length * Math.min(0.92, box.height / drawn.raw.height))
    drawn = await drawText(shorten(text, length), style, box.width)
  }
  return drawn
}

function shorten(text: string, length: number): string {
  const cut = graphemesOf(text).slice(0, length).join('')
  const words = cut.replace(/\s+\S*$/, '')
  // A line of Chinese or Japanese has no spaces; a space at its beginning is no place to cut.
  const shown = words.length > cut.length / 2 ? words : cut
  return shown.replace(/[\s\p{P}]+$/u, '') + ellipsis
}
