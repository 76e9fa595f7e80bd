import { describe, expect, it } from 'vitest'
import { ageText, shortAgeText } from './age-text.ts'

const posted = '2026-11-21T12:00:00.000Z'
const laterBy = (minutes: number) => ({
  now: new Date(Date.parse(posted) + minutes * 60_000),
  timeZone: 'UTC',
  hour12: false,
})
const day = 24 * 60

describe('how long ago something was posted', () => {
  it.each([
    [0, 'just now', 'now'],
    [1, '1 minute ago', '1 min'],
    [59, '59 minutes ago', '59 min'],
    [60, '1 hour ago', '1 h'],
    [day - 1, '23 hours ago', '23 h'],
    [day, 'yesterday', '1 d'],
    [2 * day, '2 days ago', '2 d'],
    [7 * day - 1, '6 days ago', '6 d'],
    [7 * day, 'Nov 21, 2026', 'Nov 21, 2026'],
  ])('after %d minutes', (minutes, text, short) => {
    expect(ageText(posted, laterBy(minutes))).toBe(text)
    expect(shortAgeText(posted, laterBy(minutes))).toBe(short)
  })

  it('is a date while the viewer’s clock is unknown', () => {
    expect([ageText(posted, null), shortAgeText(posted, null)]).toEqual(['Nov 21, 2026', 'Nov 21, 2026'])
  })

  it('says ‘just now’ where the viewer’s clock is slow', () => {
    expect(ageText(posted, laterBy(-5))).toBe('just now')
  })
})
