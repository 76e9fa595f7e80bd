import { describe, expect, it } from 'vitest'
import { offerOf, wayKinds } from '../../shared/news/ways.ts'
import { isQuiet, localTime, mailDay, quietEnds } from './clock-rules.ts'
import { isPushEndpoint } from './push/push-endpoints.ts'
import { readReport } from './report-rules.ts'
import { topicOf } from './sending.ts'
import { readStopToken, stopToken } from './stop-tokens.ts'
import { said } from './texts.ts'

const berlin = { zone: 'Europe/Berlin', quiet: { from: 22, to: 7 } }
const at = (text: string) => new Date(text)

describe('quiet hours and mornings (docs/product/ways.md#quiet-hours)', () => {
  it('are those of the account’s own zone, over midnight, and when clocks change', () => {
    expect(localTime('Asia/Kolkata', at('2026-11-29T20:15:00Z'))).toEqual({ day: '2026-11-30', minute: 105 })
    expect(isQuiet(berlin, at('2026-11-29T21:00:00Z'))).toBe(true)
    expect(isQuiet(berlin, at('2026-11-29T20:59:00Z'))).toBe(false)
    expect(isQuiet(berlin, at('2026-11-30T05:59:00Z'))).toBe(true)
    expect(isQuiet({ zone: 'UTC', quiet: { from: 12, to: 14 } }, at('2026-11-29T13:59:00Z'))).toBe(true)
    expect(isQuiet({ zone: 'UTC', quiet: null }, at('2026-11-29T03:00:00Z'))).toBe(false)
    expect(quietEnds(berlin, at('2026-11-29T21:10:00Z'))).toEqual(at('2026-11-30T06:00:00Z'))
    // The night in which clocks are put forward is an hour shorter.
    expect(quietEnds(berlin, at('2026-03-28T22:00:00Z'))).toEqual(at('2026-03-29T05:00:00Z'))
  })

  it('let mails of a day go from the morning on', () => {
    expect(mailDay(berlin, at('2026-11-30T05:59:00Z'))).toBeNull()
    expect(mailDay(berlin, at('2026-11-30T06:00:00Z'))).toBe('2026-11-30')
    expect(mailDay(berlin, at('2026-11-30T21:30:00Z'))).toBeNull()
    expect(mailDay({ zone: 'UTC', quiet: null }, at('2026-11-30T07:59:00Z'))).toBeNull()
    expect(mailDay({ zone: 'UTC', quiet: null }, at('2026-11-30T08:00:00Z'))).toBe('2026-11-30')
    // Somebody who sleeps by day.
    expect(mailDay({ zone: 'UTC', quiet: { from: 9, to: 17 } }, at('2026-11-30T17:00:00Z'))).toBe(
      '2026-11-30',
    )
  })
})

describe('the token that stops mails', () => {
  const key = Buffer.alloc(32, 7)
  const stop = { userId: '0198f0a2-7c1d-7cf3-9d2e-6f0b8a1c2d3e', kind: 'followed' as const }

  it('names account and kind, and cannot be made or changed without the key', () => {
    const token = stopToken(key, stop)
    expect(readStopToken(key, token)).toEqual(stop)
    expect(readStopToken(Buffer.alloc(32, 8), token)).toBeNull()
    expect(readStopToken(key, stopToken(key, { ...stop, kind: 'no such kind' as 'followed' }))).toBeNull()
    for (const wrong of ['', 'x', `${token}A`, `${token}=`, ` ${token}`, token.slice(0, -2), 'A'.repeat(199)])
      expect(readStopToken(key, wrong)).toBeNull()
    const bytes = Buffer.from(token, 'base64url')
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(readStopToken(key, changed.toString('base64url'))).toBeNull()
    }
  })
})

describe('an address of a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QAbc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('%s is one', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true))

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://me@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilpush.apple.com/x',
    'https://notify.windows.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'file:///etc/passwd',
    'no address',
  ])('%s is none', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false))
})

describe('what is said', () => {
  it('holds no amount, and no kind is mailed to anybody who has not asked for it', () => {
    for (const kind of wayKinds) {
      expect(offerOf(kind, 'mail')).not.toBe('on')
      expect(topicOf(kind, '0198f0a2-7c1d-7cf3-9d2e-6f0b8a1c2d3e')).toMatch(/^[\w-]{1,32}$/)
      if (kind === 'weekly_note') continue
      const { title, body } = said[kind](3)
      expect(`${title} ${body}`).not.toMatch(/[$€£]|\d[.,]\d/)
    }
  })
})

const dsn = (change: Partial<Record<'action' | 'status' | 'id', string>> = {}) =>
  [
    'From: mailer-daemon@mx.example',
    'Message-ID: <a-report@mx.example>',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Final-Recipient: rfc822; maya@reader.example',
    `Action: ${change.action ?? 'failed'}`,
    `Status: ${change.status ?? '5.1.1'}`,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${change.id ?? 'notice-7@folio.example'}>`,
    '--b--',
  ].join('\r\n')

describe('a report of a mail server', () => {
  it('counts by the id of the mail that it returns, and only if it is final and about the address', () => {
    expect(readReport(dsn())).toEqual({ messageId: 'notice-7@folio.example', isFinal: true })
    expect(readReport(dsn({ action: 'delayed', status: '4.4.1' }))?.isFinal).toBe(false)
    expect(readReport(dsn({ action: 'failed', status: '5.7.1' }))?.isFinal).toBe(false)
    expect(readReport('{"message_id":"<notice-7@folio.example>","status":"5.2.1"}')).toEqual({
      messageId: 'notice-7@folio.example',
      isFinal: true,
    })
    expect(readReport('{"message_id":7}')).toBeNull()
    expect(readReport('{')).toBeNull()
    expect(readReport('Hello')).toBeNull()
  })
})
