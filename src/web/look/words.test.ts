import { describe, expect, it } from 'vitest'
import { titleParts } from './words.tsx'

const joined = (title: string) =>
  titleParts(title)
    .map((part) => part.text)
    .join('')

describe('product titles', () => {
  it('keep a hyphenated word on one line', () => {
    expect(titleParts('Gooseneck pour-over kettle')).toEqual([
      { text: 'Gooseneck ', together: false },
      { text: 'pour-over', together: true },
      { text: ' kettle', together: false },
    ])
  })

  it('keep a number beside its unit and nothing else', () => {
    expect(joined('Kettle, 0.9 L')).toBe('Kettle, 0.9\u00a0L')
    expect(joined('Planter, 8 in')).toBe('Planter, 8\u00a0in')
    expect(joined('Set of 2 mugs, 4 large')).toBe('Set of 2 mugs, 4 large')
  })

  it('let a long hyphenated word break', () => {
    expect(titleParts('All-in-one-everything-machine')).toEqual([
      { text: 'All-in-one-everything-machine', together: false },
    ])
  })

  it('change nothing else', () => {
    expect(joined('')).toBe('')
    expect(joined('إبريق قهوة ☕️ – 空')).toBe('إبريق قهوة ☕️ – 空')
  })
})
