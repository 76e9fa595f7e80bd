import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { ApiError } from '../api/client.ts'
import { sinceText } from '../item/attention-text.ts'
import { ageText, shortAgeText } from './age-text.ts'
import { asOfText } from './as-of-text.ts'
import { limitText } from './limit-text.ts'
import { viewerClock, viewerZone } from './viewer-zone.ts'
import { momentDay, momentText } from './when-text.ts'

const ask = Intl.DateTimeFormat.prototype.resolvedOptions

/** The browser answers with this zone when it is asked for its own. */
const browserIn = (timeZone: string | undefined) =>
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...ask.call(this), timeZone: timeZone as string }
  })

afterEach(() => vi.restoreAllMocks())

describe('the viewer’s time zone', () => {
  it.each(['Etc/Unknown', 'Mars/Olympus', '', 'localtime', '+05:30', undefined])(
    'is UTC where the browser answers %j, which it cannot format or which is no zone',
    (zone) => {
      browserIn(zone)
      expect(viewerZone()).toBe('UTC')
      expect(momentText('2026-11-21T09:40:00Z')).toMatch(/Nov 21.*9:40/)
    },
  )

  it('is UTC where the browser throws instead of an answer', () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(() => {
      throw new RangeError('Incorrect locale information provided')
    })
    expect(viewerClock()).toEqual({ timeZone: 'UTC', hour12: false })
  })

  it('is the browser’s own wherever it can be used', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      browserIn(zone)
      expect(viewerZone()).toBe(zone)
    }
  })
})

it('no text with a date throws or is empty, whatever zone the browser answers with', () => {
  const zones = fc.oneof(
    fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
    fc.constantFrom('Etc/Unknown', 'GMT', 'US/Pacific', 'EST5EDT', 'SystemV/PST8', '+05:30', ':UTC'),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const moments = fc
    .date({ min: new Date('1995-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString())
  const details = { reason: 'Too many.', again: 'Please try again' }
  fc.assert(
    fc.property(zones, moments, moments, (zone, moment, other) => {
      browserIn(zone)
      const now = new Date(other)
      const viewer = { now, ...viewerClock() }
      const texts = [
        ageText(moment, viewer),
        shortAgeText(moment, viewer),
        asOfText(moment, viewer),
        sinceText(moment, viewer),
        momentDay(moment, now),
        momentText(moment),
        limitText(new ApiError(429, 'rate_limited', 'In words.', [], 60, details), now),
      ]
      for (const text of texts) expect(text).toMatch(/\S/)
      expect(texts.join()).not.toContain('Invalid')
    }),
    randomRuns(200),
  )
})
