import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fontFolder, webFonts } from '../../scripts/fonts/web-fonts.ts'

const fonts = webFonts()
const bytesOf = (name: string) => readFileSync(path.join(fontFolder, name))

describe('the files of the display face', () => {
  it.each(fonts)('are made from the style sheet: npm run fonts writes $name', async ({ name, make }) => {
    expect((await make()).equals(bytesOf(name))).toBe(true)
  })

  it('are all of them named by it', () => {
    const files = readdirSync(fontFolder).filter((file) => file.endsWith('.woff2'))
    expect(files.sort()).toEqual(fonts.map(({ name }) => name).sort())
  })

  it.each(['upright', 'italic'])('share no character, so that each needs one file: %s', (style) => {
    const characters = fonts
      .filter(({ name }) => name.includes(style))
      .flatMap((font) => [...font.characters])
    expect(characters.length).toBe(new Set(characters).size)
  })

  it('of a first visit to a page in English are 40 kB at most', () => {
    const common = fonts.filter(({ name }) => name.includes('-common'))
    const titles =
      'Café & Bar – “It’s 100% Müller’s” (2.5 oz, $19.99), 8" x 10" #1; a/b: yes? No! €5 + £3 = jalapeño…'
    for (const { characters } of common)
      expect([...titles].filter((c) => !characters.includes(c))).toEqual([])
    expect(common.reduce((sum, { name }) => sum + bytesOf(name).length, 0)).toBeLessThanOrEqual(40_000)
  })
})
