import { readFileSync } from 'node:fs'
import path from 'node:path'
import subsetFont from 'subset-font'

const projectDir = path.join(import.meta.dirname, '../..')
const sources = path.join(projectDir, 'node_modules/@fontsource-variable/fraunces/files')

/** The style sheet that says which files there are, and which characters each draws. */
export const fontSheet = path.join(projectDir, 'src/web/styles/fonts.css')
/** Where the files lie. */
export const fontFolder = path.join(projectDir, 'src/web/public/fonts')

/**
 * Upright letters follow their size: finer and closer the larger they are (the axis `opsz`, in CSS pixels), as far as
 * the look uses it. All else is fixed, since each axis doubles a file.
 */
const axesOf = {
  upright: { file: 'opsz-normal', axes: { wght: 540, opsz: { min: 14, max: 44, default: 14 } } },
  italic: { file: 'wght-italic', axes: { wght: 420 } },
}
/** The part of Fontsource's that each of ours is taken from. */
const partOf = { common: 'latin', latin: 'latin', 'latin-extended': 'latin-ext', vietnamese: 'vietnamese' }

const rule =
  /url\("\/fonts\/(?<name>fraunces-(?<style>upright|italic)-(?<part>[\w-]+)\.woff2)"\)[^}]*unicode-range:\s*(?<ranges>[^;]+);/g

/** One file of the display face: its name, the characters that it draws, and how it is made. */
export type WebFont = { name: string; characters: string; make: () => Promise<Buffer> }

/** The files that the style sheet names. They come out the same each time. */
export function webFonts(): WebFont[] {
  return [...readFileSync(fontSheet, 'utf8').matchAll(rule)].map(({ groups = {} }) => {
    const { file, axes } = axesOf[groups.style as keyof typeof axesOf]
    const source = path.join(sources, `fraunces-${partOf[groups.part as keyof typeof partOf]}-${file}.woff2`)
    const characters = charactersIn(groups.ranges ?? '')
    return {
      name: groups.name ?? '',
      characters,
      make: () =>
        subsetFont(readFileSync(source), characters, { targetFormat: 'woff2', variationAxes: axes }),
    }
  })
}

/** The characters of a `unicode-range`, such as `U+20-7E, U+A0`. */
function charactersIn(ranges: string): string {
  const ends = ranges.split(',').map((range) =>
    range
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((end) => Number.parseInt(end, 16)),
  )
  return ends
    .flatMap(([first = 0, last = first]) => Array.from({ length: last - first + 1 }, (_, n) => first + n))
    .map((point) => String.fromCodePoint(point))
    .join('')
}
