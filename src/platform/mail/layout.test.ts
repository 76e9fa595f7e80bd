import { expect, it } from 'vitest'
import { escapeHtml } from '../../shared/text.ts'
import { noticeMail } from './layout.ts'

it('a notice says the same as text and as HTML, whatever names it holds', () => {
  const mail = noticeMail({
    appName: 'Folio',
    siteUrl: 'https://folio.test',
    title: 'A passkey was added',
    paragraphs: ['“<Mine> & yours” was added.', 'Was that not you?'],
    link: { label: 'Check your passkeys', address: 'https://folio.test/profile' },
  })
  expect(mail.subject).toBe('A passkey was added · Folio')
  expect(mail.text).toBe(
    [
      'A passkey was added',
      '“<Mine> & yours” was added.',
      'Was that not you?',
      'Check your passkeys:\nhttps://folio.test/profile',
      'Folio, https://folio.test',
    ].join('\n\n'),
  )
  expect(mail.html).toContain(escapeHtml('“<Mine> & yours” was added.'))
  expect(mail.html).toContain('href="https://folio.test/profile"')
  expect(mail.html).not.toContain('<Mine>')
})
