import { describe, expect, it } from 'vitest'
import {
  chartDays,
  isAutomated,
  localDay,
  type RequestHeaders,
  storableReferrer,
  storableText,
} from './rules.ts'
import { automatedAgents, peoplesAgents } from './testing/agents.ts'

const request = (headers: RequestHeaders, method = 'POST') => ({ method, headers })
const [somebody] = Object.values(peoplesAgents) as [string]

describe('Who is looking (decision: outcomes of clicks)', () => {
  it.each(Object.entries(peoplesAgents))('a person: %s', (_, agent) => {
    expect(isAutomated(request({ 'user-agent': agent }))).toBe(false)
  })

  it.each(Object.entries(automatedAgents))('not a person: %s', (_, agent) => {
    expect(isAutomated(request({ 'user-agent': agent }))).toBe(true)
  })

  it.each([
    ['prefetching', { 'sec-purpose': 'prefetch' }],
    ['prerendering', { 'sec-purpose': 'prefetch;prerender' }],
    ['anonymous prefetching by a proxy', { 'sec-purpose': 'prefetch;anonymous-client-ip' }],
    ['prefetching, as Chrome said it before', { purpose: 'prefetch' }],
    ['Safari’s top sites', { 'x-purpose': 'preview' }],
    ['prefetching by Firefox', { 'x-moz': 'prefetch' }],
    ['headless by its client hints alone', { 'sec-ch-ua': '"HeadlessChrome";v="138", "Chromium";v="138"' }],
  ])('not a person: %s', (_, headers) => {
    expect(isAutomated(request({ 'user-agent': somebody, ...headers }))).toBe(true)
  })

  it('not a person: no user agent', () => {
    expect(isAutomated(request({}))).toBe(true)
  })

  it.each([
    ['client hints of a browser', { 'sec-ch-ua': '"Chromium";v="138", "Not=A?Brand";v="8"' }],
    ['a fetch by a page', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ])('a person: %s', (_, headers) => {
    expect(isAutomated(request({ 'user-agent': somebody, ...headers }))).toBe(false)
  })

  it('HEAD reads nothing, whoever sends it', () => {
    expect(isAutomated(request({ 'user-agent': somebody }, 'HEAD'))).toBe(true)
  })

  it('an agent of any length is judged at once', () => {
    const agent = `Mozilla/5.0 ${'(a'.repeat(50_000)}`
    const started = performance.now()
    isAutomated(request({ 'user-agent': agent }))
    expect(performance.now() - started).toBeLessThan(200)
  })
})

describe('What is kept of a click (decision: 500 characters, no query)', () => {
  it.each([
    ['https://l.instagram.com/?u=https%3A%2F%2Fx&e=AT0secret', 'https://l.instagram.com/'],
    ['https://ana:pw@blog.example/post/1#comments', 'https://blog.example/post/1'],
    ['http://blog.example:8080/a', 'http://blog.example:8080/a'],
    ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm/'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['javascript:alert(1)', null],
    ['data:text/html,hello', null],
    ['not an address', null],
    ['', null],
    [null, null],
  ])('the referrer %j as %j', (given, kept) => {
    expect(storableReferrer(given)).toBe(kept)
  })

  it('cuts a huge referrer', () => {
    expect(storableReferrer(`https://a.example/${'x'.repeat(100_000)}`)).toHaveLength(500)
  })

  it('makes text of any characters storable', () => {
    expect(storableText('Moz\0illa')).toBe('Mozilla')
    expect(storableText('\0')).toBeNull()
    expect(storableText(`${'a'.repeat(499)}😀`)?.isWellFormed()).toBe(true)
  })
})

describe('Days of the click chart (spec section 9: day 7, week 4, month 12)', () => {
  it('seven days, today the last', () => {
    expect(chartDays('day', '2026-03-02')).toEqual([
      ...['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
      '2026-03-03',
    ])
  })

  it.each([
    ['a Monday', '2026-11-16'],
    ['a Sunday', '2026-11-22'],
  ])('four weeks from Monday to Sunday, seen on %s', (_, today) => {
    expect(chartDays('week', today)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
    ])
  })

  it('twelve months, also on the 31st', () => {
    const days = chartDays('month', '2026-01-31')
    expect(days).toHaveLength(13)
    expect([days[0], days[1], days[11], days[12]]).toEqual([
      '2025-02-01',
      '2025-03-01',
      '2026-01-01',
      '2026-02-01',
    ])
  })

  it('tells the date where the viewer is', () => {
    const at = new Date('2026-11-21T02:30:00Z')
    expect(localDay(at, 'America/Los_Angeles')).toBe('2026-11-20')
    expect(localDay(at, 'Pacific/Kiritimati')).toBe('2026-11-21')
    expect(localDay(at, 'utc')).toBe('2026-11-21')
  })
})
