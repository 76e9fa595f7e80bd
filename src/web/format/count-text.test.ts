import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { counted, numberText } from './count-text.ts'

describe('counts', () => {
  it('are written with commas, as the browser writes them in English', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (count) => {
        expect(numberText(count)).toBe(count.toLocaleString('en-US'))
      }),
    )
  })

  it('name one thing and several', () => {
    expect(counted(1, 'click')).toBe('1 click')
    expect(counted(1204, 'click')).toBe('1,204 clicks')
    expect(counted(0, 'person', 'people')).toBe('0 people')
  })
})
