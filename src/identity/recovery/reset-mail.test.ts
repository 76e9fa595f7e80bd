import { describe, expect, it } from 'vitest'
import { resetMail } from './reset-mail.ts'

const link = 'https://folio.example/auth/reset?token_hash=abc&type=recovery'
const given = { appName: 'Folio', siteUrl: 'https://folio.example', link, minutes: 60 }

/** The text of an HTML mail as people read it. */
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('the mail that leads to a new password (docs/product/reset.md#the-mail)', () => {
  it('says the same in both forms: what it is, how long the link works, and what to do if it was not asked for', () => {
    const { subject, text, html } = resetMail(given)
    expect(subject).toBe('Set a new password for Folio')
    const words = wordsOf(html)
    for (const sentence of [
      'Someone, hopefully you, asked to set a new password for your account at Folio.',
      'This link works once, within 1 hour:',
      'If you did not ask for this, you can ignore this mail. Your password stays as it is.',
    ]) {
      expect(text).toContain(sentence)
      expect(words).toContain(sentence)
    }
  })

  it('has the link on its button and in words, and in the text on a line of its own', () => {
    const { text, html } = resetMail(given)
    expect(text.split('\n')).toContain(link)
    const asWritten = link.replace('&', '&#38;')
    expect(html.split(`href="${asWritten}"`)).toHaveLength(3)
    expect(html).toContain(`>${asWritten}</a>`)
  })

  it.each([
    [60, '1 hour'],
    [120, '2 hours'],
    [1, '1 minute'],
    [45, '45 minutes'],
  ])('states %i minutes as %s', (minutes, words) => {
    expect(resetMail({ ...given, minutes }).text).toContain(`within ${words}:`)
  })

  it('loads nothing from anywhere', () => {
    expect(resetMail(given).html).not.toMatch(/<(img|link|script|iframe)\b|url\(|@import|@font-face|\ssrc=/i)
  })

  it('shows names and addresses as they are, whatever characters they have', () => {
    const evil = '"><script>alert(1)</script>'
    const { html } = resetMail({ ...given, appName: evil, link: `https://folio.example/?a=${evil}` })
    expect(html).not.toContain('<script')
    expect(html).not.toContain(evil)
  })
})
