import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { isShortHost, marketplaceCodes, marketplaceOfHost, marketplaces } from '../amazon/marketplaces.ts'
import { linkTexts, longestLink, readProfileLink, shownLink } from './profile-links.ts'

describe('a link to another place (docs/product/storefront.md#links)', () => {
  it.each([
    ['instagram.com/maya', 'https://instagram.com/maya'],
    [' https://www.TikTok.com/@maya ', 'https://www.tiktok.com/@maya'],
    ['https://mayafinds.example', 'https://mayafinds.example/'],
    ['mayafinds.example.', 'https://mayafinds.example/'],
    ['https://maya.example:443/a?b=c#d', 'https://maya.example/a?b=c#d'],
    ['https://bücher.example/é', 'https://xn--bcher-kva.example/%C3%A9'],
    ['https://theamazonian.example', 'https://theamazonian.example/'],
    ['https://maya.example/amazon-finds', 'https://maya.example/amazon-finds'],
    ['https://maya.example/a.com', 'https://maya.example/a.com'],
  ])('%s is kept as %s', (typed, url) => expect(readProfileLink(typed)).toEqual({ url }))

  it.each([
    ...['', 'maya', '@maya', 'https://', 'https://maya', 'two words.example', 'javascript:alert(1)'],
    ...['mailto:maya@maya.example', 'data:text/html,x', 'ftp://maya.example', 'https://maya@maya.example'],
    ...['https://maya:secret@maya.example', 'https://maya.example:8443', 'https://127.0.0.1', '127.1'],
    ...['https://0x7f000001', 'https://2130706433', 'https://[::1]/', 'https://localhost', 'foo.localhost'],
    ...['https://printer.local', 'https://a.internal', 'https://1.0.0.127.in-addr.arpa', 'https://x.onion'],
  ])('%s is none', (typed) => expect(readProfileLink(typed)).toEqual({ fault: linkTexts.unreadable }))

  it('is encrypted', () =>
    expect(readProfileLink('http://maya.example')).toEqual({ fault: linkTexts.insecure }))

  it.each([
    ...['amazon.com/shop/maya', 'https://www.amazon.de/dp/B0LAMP0001?tag=x', 'https://smile.amazon.co.uk'],
    ...['https://amazon.cn', 'https://music.amazon.com', 'amzn.to/3x', 'a.co/d/1', 'https://www.amzn.eu/x'],
    ...[
      'https://link.amazon/x',
      'https://AMAZON.com.',
      'https://ａｍａｚｏｎ.com',
      'https://s.amazon-adsystem.com/x',
    ],
    'https://www.google.com/url?q=https://www.amazon.com/dp/B0LAMP0001%3Ftag%3Dx',
    'https://www.youtube.com/redirect?q=https%253A%252F%252Famzn.to%252F3x',
    'https://out.example/https://amazon.co.jp/dp/B0LAMP0001',
    'https://out.example/#amzn.to/3x',
  ])('%s leads to Amazon', (typed) => expect(readProfileLink(typed)).toEqual({ fault: linkTexts.amazon }))

  it.each([
    'bit.ly/x',
    'https://t.co/x',
    'https://www.tinyurl.com/x',
    'geni.us/x',
    'https://maya.app.link/x',
  ])('%s says not where it leads', (typed) =>
    expect(readProfileLink(typed)).toEqual({ fault: linkTexts.shortened }),
  )

  it('has at most 200 characters', () => {
    const address = (length: number) => `https://maya.example/${'a'.repeat(length - 21)}`
    expect(readProfileLink(address(longestLink))).toEqual({ url: address(longestLink) })
    expect(readProfileLink(address(longestLink + 1))).toEqual({ fault: linkTexts.tooLong })
  })

  it('whatever is typed, is an https address of a named public site, not Amazon’s, and reads as itself', () => {
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.constantFrom('localhost', 'a.co', 'amzn.to', 'bit.ly', '[::1]', '0x7f.1'),
      fc.constantFrom(...marketplaceCodes).map((code) => `www.${marketplaces[code].domain}`),
    )
    const address = fc
      .tuple(
        fc.constantFrom('', 'https://', 'http://', 'HTTPS://', '//', 'https:///', 'https:\\\\'),
        fc.constantFrom('', 'maya@', 'a:b@'),
        host,
        fc.constantFrom('', '.', ':443', ':8080', '%2e'),
        fc.oneof(fc.webPath(), fc.string()),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(address, fc.webUrl(), fc.string()), (typed) => {
        const read = readProfileLink(typed)
        if ('fault' in read) {
          expect(Object.values(linkTexts)).toContain(read.fault)
          return
        }
        const url = new URL(read.url)
        expect([url.href, url.protocol, url.port, url.username, url.password]).toEqual([
          ...[read.url, 'https:', '', '', ''],
        ])
        expect(url.hostname).toMatch(/^[\w-]+(\.[\w-]+)*\.[a-z][a-z\d-]+$/)
        expect([marketplaceOfHost(url.hostname), isShortHost(url.hostname)]).toEqual([undefined, false])
        expect(read.url.length).toBeLessThanOrEqual(longestLink)
        expect(readProfileLink(read.url)).toEqual(read)
      }),
      randomRuns(4_000),
    )
  })

  it('is shown by the name and sign of a known place, else by its host', () => {
    const shown = (url: string) => Object.values(shownLink(url)).slice(1)
    expect(shown('https://www.instagram.com/maya')).toEqual(['Instagram', 'camera'])
    expect(shown('https://m.youtube.com/@maya')).toEqual(['YouTube', 'film'])
    expect(shown('https://maya.substack.com/')).toEqual(['Substack', 'letter'])
    expect(shown('https://www.mayafinds.example/x')).toEqual(['mayafinds.example', 'globe'])
    expect(shown('https://notinstagram.com/maya')).toEqual(['notinstagram.com', 'globe'])
  })
})
