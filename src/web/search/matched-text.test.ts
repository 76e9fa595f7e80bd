import { describe, expect, it } from 'vitest'
import { matchedParts, matchNote } from './matched-text.ts'

const inBrackets = (text: string, searched: string) =>
  matchedParts(text, searched)
    .map((part) => (part.matched ? `[${part.text}]` : part.text))
    .join('')

describe('the searched words in a text', () => {
  it.each([
    ['Gooseneck kettle', 'kettle', 'Gooseneck [kettle]'],
    ['Kettle, kettle', 'KETTLE', '[Kettle], kettle'],
    ['Café crème', 'creme', 'Café [crème]'],
    ['Cafe creme', 'crème', 'Cafe [creme]'],
    ['100% cotton', '0%', '10[0%] cotton'],
    ['a 😀 b', '😀 b', 'a [😀 b]'],
    ['Lamp', ' lamp ', '[Lamp]'],
    ['Walnut reading lamp', 'lamp  wal', '[Wal]nut reading [lamp]'],
    ['Walnut lamp', 'walnut lamp', '[Walnut lamp]'],
    ['Walnut lamp', 'lamp mug', 'Walnut [lamp]'],
    ['Lamp', 'mug', 'Lamp'],
    ['Lamp', '', 'Lamp'],
    ['', 'mug', ''],
  ])('%s, searched for %s', (text, searched, expected) => {
    expect(inBrackets(text, searched)).toBe(expected)
  })
})

describe('the line under a result', () => {
  const item = {
    title: 'Two-tone mug',
    description: 'For slow evenings with the kettle on, a book and nobody who wants anything from you.',
    tags: ['tea', 'stoneware'],
  }

  it('has the tags, the matching one first, where title or tags match', () => {
    expect(matchNote(item, 'mug')).toBe('#tea #stoneware')
    expect(matchNote(item, 'stone')).toBe('#stoneware #tea')
  })

  it('has the words around the match where the description matches', () => {
    expect(matchNote(item, 'kettle')).toBe('In “evenings with the kettle on, a book and nobody who wants”')
    expect(matchNote(item, 'slow')).toBe('In “For slow evenings with the kettle on, a book and nobody who”')
    expect(matchNote({ ...item, description: 'x'.repeat(90) }, 'xx')).toBe(`In “${'x'.repeat(60)}”`)
    expect(matchNote(item, 'nobody saucer')).toBe('In “on, a book and nobody who wants anything from you.”')
    expect(matchNote({ ...item, description: 'Kept\nwarm' }, 'kept warm')).toBe('In “Kept warm”')
  })

  it('has the tags where nothing visible matches', () => {
    expect(matchNote(item, 'saucer')).toBe('#tea #stoneware')
  })

  it('is empty without tags', () => {
    expect(matchNote({ ...item, tags: null }, 'mug')).toBe('')
  })
})
