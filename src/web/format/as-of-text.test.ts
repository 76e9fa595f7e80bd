import { describe, expect, it } from 'vitest'
import { asOfText } from './as-of-text.ts'
import type { ViewerTime } from './viewer-time.ts'

const at = '2026-11-21T09:40:00.000Z'

const viewer = (now: string, timeZone: string, hour12 = false): ViewerTime => ({
  now: new Date(now),
  timeZone,
  hour12,
})

/** Intl puts a narrow no-break space before AM and PM. */
const plain = (text: string) => text.replaceAll('\u202f', ' ')

describe("a price's time in words (Amazon policy: beside every price)", () => {
  it('names the zone in HTML that is the same for everyone', () => {
    expect(asOfText(at, null)).toBe('as of Nov 21, 09:40 UTC')
  })

  it.each([
    ['2026-11-21T10:00:00Z', 'UTC', 'as of 09:40 today'],
    ['2026-11-21T10:00:00Z', 'Asia/Tokyo', 'as of 18:40 today'],
    ['2026-11-22T01:00:00Z', 'UTC', 'as of 09:40 yesterday'],
    // Past midnight in Auckland, whose summer time is 13 hours ahead.
    ['2026-11-21T10:00:00Z', 'Pacific/Auckland', 'as of 22:40 today'],
    ['2026-11-21T11:30:00Z', 'Pacific/Auckland', 'as of 22:40 yesterday'],
    ['2026-11-21T10:00:00Z', 'Pacific/Kiritimati', 'as of 23:40 yesterday'],
    ['2026-11-24T10:00:00Z', 'UTC', 'as of 09:40 on Nov 21'],
  ])('seen at %s in %s: %s', (now, timeZone, text) => {
    expect(asOfText(at, viewer(now, timeZone))).toBe(text)
  })

  it('uses the 12-hour clock where the viewer does, and midnight is 00:00 or 12:00 AM', () => {
    expect(plain(asOfText(at, viewer('2026-11-21T10:00:00Z', 'UTC', true)))).toBe('as of 9:40 AM today')
    const midnight = '2026-11-21T00:00:00Z'
    expect(plain(asOfText(midnight, viewer(at, 'UTC', true)))).toBe('as of 12:00 AM today')
    expect(asOfText(midnight, viewer(at, 'UTC'))).toBe('as of 00:00 today')
  })
})
