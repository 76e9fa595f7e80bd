import { expect, it } from 'vitest'
import { mailAddress, whatsAppAddress } from './share-ways.tsx'

const title = 'Café & 100 % “yes”?\n#1'
const link = 'https://folio.example/l/mug-1234'

it('puts title and link into a WhatsApp message as they are', () => {
  const { origin, pathname, searchParams } = new URL(whatsAppAddress(title, link))
  expect([origin, pathname]).toEqual(['https://wa.me', '/'])
  expect(searchParams.get('text')).toBe(`${title} ${link}`)
})

it('writes spaces in a mail as %20, since mail programs show a plus', () => {
  const address = mailAddress(title, link)
  expect(address).not.toContain('+')
  const { protocol, searchParams } = new URL(address)
  expect(protocol).toBe('mailto:')
  expect(Object.fromEntries(searchParams)).toEqual({ subject: title, body: `${title}\n\n${link}` })
})
