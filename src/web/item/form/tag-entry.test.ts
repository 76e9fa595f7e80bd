import { describe, expect, it } from 'vitest'
import { addTags, announcementOf, isTagList } from './tag-entry.ts'

describe('tags (docs/product/add-item.md#tags)', () => {
  it('are trimmed and lower-cased', () => {
    expect(addTags(['tea'], '  Pour-Over ')).toEqual({
      tags: ['tea', 'pour-over'],
      added: ['pour-over'],
      repeated: [],
      tooLong: [],
    })
  })

  it('keep inner spaces, emoji and other scripts', () => {
    expect(addTags([], ' Slow Mornings ').tags).toEqual(['slow mornings'])
    expect(addTags([], '☕️').tags).toEqual(['☕️'])
    expect(addTags([], 'قهوة').tags).toEqual(['قهوة'])
  })

  it('are unique, whatever the case', () => {
    expect(addTags(['coffee'], 'COFFEE , Tea, tea')).toEqual({
      tags: ['coffee', 'tea'],
      added: ['tea'],
      repeated: ['coffee', 'tea'],
      tooLong: [],
    })
  })

  it('are never blank', () => {
    expect(addTags(['tea'], ' \t\n')).toEqual({ tags: ['tea'], added: [], repeated: [], tooLong: [] })
    expect(addTags([], 'a,, ,b,').tags).toEqual(['a', 'b'])
  })

  it('are refused where they are too long; the others are added', () => {
    const long = 'x'.repeat(41)
    expect(addTags([], `tea, ${long}, ${'y'.repeat(40)}`)).toEqual({
      tags: ['tea', 'y'.repeat(40)],
      added: ['tea', 'y'.repeat(40)],
      repeated: [],
      tooLong: [long],
    })
  })

  it('do not change the given list', () => {
    const before = ['tea']
    addTags(before, 'coffee')
    expect(before).toEqual(['tea'])
  })
})

describe('a list of tags', () => {
  it.each(['a, b', 'a،b', 'a，b', 'a、b', 'a\nb', 'a\r\nb'])('%j is two tags', (text) => {
    expect(isTagList(text)).toBe(true)
    expect(addTags([], text).tags).toEqual(['a', 'b'])
  })

  it('is no tag where there are only spaces', () => {
    expect(isTagList('slow mornings')).toBe(false)
  })
})

describe('what is announced', () => {
  it.each([
    ['one', 'one added'],
    ['one, two', '2 tags added'],
    ['tea', 'tea is already there'],
    [' ', ''],
  ])('%j: %j', (typed, words) => expect(announcementOf(addTags(['tea'], typed))).toBe(words))
})
