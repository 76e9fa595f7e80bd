import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawablePart, familiesFor } from './fonts.ts'
import { digestsOfTitles, titles } from './testing/cards.ts'
import { codePointsOf } from './testing/cmap.ts'

const folder = path.join(import.meta.dirname, 'fonts')
const coverage: Record<string, string> = JSON.parse(readFileSync(path.join(folder, 'coverage.json'), 'utf8'))

function pointsIn(ranges: string): number[] {
  const ends = ranges.split(' ').map((range) => range.split('-').map((end) => Number.parseInt(end, 16)))
  return ends.flatMap(([first = 0, last = first]) =>
    Array.from({ length: last - first + 1 }, (_, n) => first + n),
  )
}

const everyPoint = new Set(Object.values(coverage).flatMap(pointsIn))
const joiners = new Set('\u200c\u200d\ufe0e\ufe0f')

describe('the fonts of share images', () => {
  it.each(Object.keys(coverage))('can draw all the characters that are listed for them: %s', (font) => {
    const drawn = codePointsOf(readFileSync(path.join(folder, `${font}.ttf`)))
    expect(pointsIn(coverage[font] ?? '').filter((point) => !drawn.has(point))).toEqual([])
  })

  it('are all there, with their licence', () => {
    const files = readdirSync(folder)
    expect(files.filter((file) => file.endsWith('.ttf')).sort()).toEqual(
      Object.keys(coverage)
        .map((font) => `${font}.ttf`)
        .sort(),
    )
    expect(files).toContain('OFL.txt')
  })

  it('draw the same on a machine that has no fonts at all', async () => {
    const cards = path.join(import.meta.dirname, 'testing/cards.ts')
    const program = `import { digestsOfTitles } from ${JSON.stringify(cards)}
      process.stdout.write((await digestsOfTitles()).join())`
    // A process of its own: the library reads its fonts when it is loaded.
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { FONTCONFIG_FILE: '/nonexistent/fonts.conf' },
    })
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    const here = await digestsOfTitles()
    expect([code, printed.split(',')]).toEqual([0, here])
    expect(new Set(here).size).toBe(titles.length)
  })
})

describe('what is drawn of a text', () => {
  it.each(titles)('is all of it: %s', async (title) => {
    expect(await drawablePart(title)).toBe(title.normalize('NFC'))
  })

  it.each([
    ['a script without a font', 'ಕೆಟಲ್ ಚಹಾ', null],
    ['little of it', 'ಕೆಟಲ್ ಚಹಾ mug', null],
    ['most of it', 'A kettle for tea ಚ', 'A kettle for tea'],
    ['a composed letter', 'cafe\u0301', 'café'],
    ['towers of marks', 'Z\u0351\u0358\u0352\u0301\u0302\u0303a', 'Z\u0301\u0303a'],
    ['letters joined into one sign, with all their marks', 'राष्ट्रों, ক্ষ্ম্যাং', 'राष्ट्रों, ক্ষ্ম্যাং'],
    ['towers of vowels', `क${'\u093e'.repeat(9)}त`, `क${'\u093e'.repeat(3)}त`],
    ['endless joins', `👩${'\u200d👩'.repeat(99)} mug`, `👩${'\u200d👩'.repeat(5)}\u200d mug`],
    ['a sign that hides all of its line', 'كتاب ﷽ جميل', 'كتاب جميل'],
    ['line ends and tabs', ' two\n\tlines ', 'two lines'],
    ['controls and turned directions', 'a mug\u0000\u202eevil', 'a mugevil'],
    ['nothing', '', null],
    ['nothing to be seen', '\u200d\u200c \ufe0f', null],
    ['half a character', '\ud83d mug with a lid', 'mug with a lid'],
    ['emoji newer than the font', 'a mug for you \u{1faff}\u{1f9cb}', 'a mug for you 🧋'],
  ])('of %s', async (_what, title, expected) => {
    expect(await drawablePart(title)).toBe(expected)
  })

  it('is never a character that no font can draw, whatever people write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (written) => {
        const drawn = (await drawablePart(written)) ?? ''
        for (const character of drawn)
          expect(joiners.has(character) || everyPoint.has(character.codePointAt(0) ?? 0)).toBe(true)
      }),
    )
  })

  it('loads no font that it does not need', async () => {
    expect(await familiesFor('A mug', 'display')).toEqual(['Share display'])
    expect(await familiesFor('A mug 急須', 'display')).toEqual(['Share display', 'Share cjk'])
    expect(await familiesFor('™️', 'display')).toEqual(['Share display', 'emoji'])
  })
})
