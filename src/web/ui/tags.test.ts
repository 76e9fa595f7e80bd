import { describe, expect, it } from 'vitest'
import { addTag } from './tags.ts'

describe('tags (spec section 5)', () => {
  it('are trimmed and lower-cased', () => {
    expect(addTag(['tea'], '  Pour-Over ')).toEqual({
      tags: ['tea', 'pour-over'],
      tag: 'pour-over',
      outcome: 'added',
    })
  })

  it('keep inner spaces, emoji and other scripts', () => {
    expect(addTag([], ' Slow Mornings ').tags).toEqual(['slow mornings'])
    expect(addTag([], '☕️').tags).toEqual(['☕️'])
    expect(addTag([], 'قهوة').tags).toEqual(['قهوة'])
  })

  it('are never there twice, whatever the case', () => {
    expect(addTag(['coffee'], 'COFFEE ')).toEqual({ tags: ['coffee'], tag: 'coffee', outcome: 'duplicate' })
  })

  it('are never blank', () => {
    expect(addTag(['tea'], ' \t\n')).toEqual({ tags: ['tea'], tag: '', outcome: 'blank' })
  })

  it('leave the list that was given alone', () => {
    const before = ['tea']
    addTag(before, 'coffee')
    expect(before).toEqual(['tea'])
  })
})
