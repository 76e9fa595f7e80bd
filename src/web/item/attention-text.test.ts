import { describe, expect, it } from 'vitest'
import { countText, sinceText } from './attention-text.ts'

describe('what needs attention, in words', () => {
  it('counts links', () => {
    expect([1, 3, 1204].map(countText)).toEqual([
      '1 link needs attention',
      '3 links need attention',
      '1,204 links need attention',
    ])
  })

  it('says since when by the viewer’s calendar', () => {
    const evening = '2026-11-21T23:30:00.000Z'
    const now = new Date(evening)
    expect(sinceText(evening, null)).toBe('since Nov 21, 2026')
    expect(sinceText(evening, { now, timeZone: 'Europe/Berlin', hour12: false })).toBe('since Nov 22, 2026')
  })
})
