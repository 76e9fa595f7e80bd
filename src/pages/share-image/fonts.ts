import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { loadSharp } from '../../platform/sharp.ts'
import { hasVisibleCharacter } from '../../shared/text.ts'

const folder = path.join(import.meta.dirname, 'fonts')

/** First and last code points that a font can draw, alternating, ascending. */
type Ranges = Uint32Array
type Fonts = Map<string, Ranges>

/** The library looks for emoji by this name, whatever the text's own font is. */
const emoji = 'emoji'

let coverage: Promise<Fonts> | undefined
const added = new Map<string, Promise<void>>()

/** The fonts that ship with the program, with the characters that each can draw, in order of preference. */
function loadCoverage(): Promise<Fonts> {
  coverage ??= readFile(path.join(folder, 'coverage.json'), 'utf8').then((text) => {
    const fonts: Record<string, string> = JSON.parse(text)
    return new Map(Object.entries(fonts).map(([font, ranges]) => [font, readRanges(ranges)]))
  })
  return coverage
}

function readRanges(text: string): Ranges {
  const ends = text.split(' ').map((range) => range.split('-').map((end) => Number.parseInt(end, 16)))
  return Uint32Array.from(ends.flatMap(([first = 0, last = first]) => [first, last]))
}

function has(ranges: Ranges, point: number): boolean {
  let from = 0
  let to = ranges.length / 2
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ranges[2 * middle + 1] ?? 0) < point) from = middle + 1
    else to = middle
  }
  return point >= (ranges[2 * from] ?? Number.POSITIVE_INFINITY)
}

/** Characters that are not drawn themselves but change others: zero-width joiners and variation selectors. */
const unseen = /\u200c|\u200d|\ufe0e|\ufe0f/
/** The maximum of marks around one letter: a vowel, its nasal and a dot. */
const maxMarks = 3
/** The maximum of characters in one sign: a family of four with skin colours has eleven. */
const maxJoined = 12

/**
 * The part of a text that can be drawn on one line without a single empty box; null if that is less than three quarters
 * of it, since its meaning could differ from the text's.
 */
export async function drawablePart(text: string): Promise<string | null> {
  const fonts = [...(await loadCoverage()).values()]
  const isDrawable = (character: string) =>
    unseen.test(character) || fonts.some((ranges) => has(ranges, character.codePointAt(0) ?? 0))
  const whole = graphemesOf(text.normalize('NFC').replace(/\s+/g, ' ').trim())
  const drawable = whole
    .map((one) => withFewMarks(one, isDrawable))
    .filter((one) => [...one].every(isDrawable))
  const isEnough = drawable.length >= 0.75 * whole.length && drawable.some(isVisible)
  return isEnough ? drawable.join('').replace(/ +/g, ' ').trim() : null
}

const isVisible = (grapheme: string): boolean =>
  [...grapheme].some((part) => !unseen.test(part) && hasVisibleCharacter(part))

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters of a text as readers see them: letters with their marks, emoji with all their parts. */
export const graphemesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

/** A grapheme without marks that cannot be drawn, towers of marks and endless joins. */
function withFewMarks(grapheme: string, isDrawable: (character: string) => boolean): string {
  let marks = 0
  function stays(part: string): boolean {
    if (unseen.test(part)) return true
    const isMark = /\p{M}/u.test(part)
    // In many scripts several letters make up one grapheme, each with marks of its own.
    marks = isMark ? marks + Number(isDrawable(part)) : 0
    return !isMark || (isDrawable(part) && marks <= maxMarks)
  }
  return [...grapheme].filter(stays).slice(0, maxJoined).join('')
}

/** The fonts that texts are meant for; all others stand in for what these lack. */
export type OwnFont = 'display' | 'quote' | 'text'

/** The family names to draw a drawable text with, its own first; loads those that were not loaded yet. */
export async function familiesFor(text: string, own: OwnFont): Promise<string[]> {
  const fonts = await loadCoverage()
  const needed = new Set<string>([own])
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(text)) needed.add(emoji)
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    const known = [...needed].some((font) => has(fonts.get(font) ?? new Uint32Array(), point))
    const first = known ? undefined : [...fonts].find(([, ranges]) => has(ranges, point))
    if (first) needed.add(first[0])
  }
  await Promise.all([...needed].map(addFont))
  return [...needed].map(familyOf)
}

const familyOf = (font: string): string => (font === emoji ? emoji : `Share ${font}`)

/** The library learns of a font when it first draws with it; the system's own fonts are never used. */
function addFont(font: string): Promise<void> {
  const adding = added.get(font) ?? drawOnce(font)
  added.set(font, adding)
  return adding
}

async function drawOnce(font: string): Promise<void> {
  const sharp = await loadSharp()
  const fontfile = path.join(folder, `${font}.ttf`)
  await sharp({ text: { text: '.', font: `${familyOf(font)} 20`, fontfile } })
    .raw()
    .toBuffer()
}
