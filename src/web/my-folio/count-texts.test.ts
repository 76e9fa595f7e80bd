import { describe, expect, it } from 'vitest'
import { missedText, movedText } from './count-texts.ts'

describe('the texts about a move (docs/product/my-folio.md#inbox)', () => {
  it.each([
    [0, 'Moved 0 items to category'],
    [1, 'Moved 1 item to category'],
    [3, 'Moved 3 items to category'],
    [1204, 'Moved 1,204 items to category'],
  ])('%i', (count, text) => {
    expect(movedText(count)).toBe(text)
  })

  it('says how many of the chosen were gone', () => {
    expect(missedText(3, 3)).toBeUndefined()
    expect(missedText(3, 2)).toBe('1 was no longer in your Inbox.')
    expect(missedText(3, 0)).toBe('3 were no longer in your Inbox.')
  })
})
