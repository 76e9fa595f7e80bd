import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../tests/harness/random-runs.ts'
import { cleanPath } from './clean-path.ts'

const asPath = (path: string) => new URL(path, 'https://folio.example').pathname

describe('addresses as they are passed on (docs/product/addresses.md#as-they-are-passed-on)', () => {
  it.each([
    '.',
    ',',
    ')',
    ').',
    '"',
    '”',
    '’',
    '»',
    '…',
    '\u200b',
    '\ufeff',
    '\u200e',
    '!',
    '*',
    '_',
    '-',
    '。',
    '❤️',
  ])('lose %j after them', (sign) => {
    expect(cleanPath(asPath(`/l/kettle-a1b2${encodeURIComponent(sign)}`))).toBe('/l/kettle-a1b2')
    expect(cleanPath(asPath(`/product/B08N5WRWNW${encodeURIComponent(sign)}`))).toBe('/product/B08N5WRWNW')
  })

  it.each([
    ['/l/kettle-a1b2&fbclid=IwAR0x_y', '/l/kettle-a1b2'],
    ['/l/kettle-a1b2%3Futm_source=ig%26x=1', '/l/kettle-a1b2'],
    ['/l/kettle-a1b2%253Fx=1', '/l/kettle-a1b2'],
    ['/l/kettle-a1b2).%3Fx=1', '/l/kettle-a1b2'],
    ['/l/KETTLE-A1B2', '/l/kettle-a1b2'],
    ['/l/Kettle-A1b2./', '/l/kettle-a1b2'],
    ['/l/kettle-a1b2%E2%80', '/l/kettle-a1b2'],
    ['/product/0193A000-0000-7000-8000-00000000000A', '/product/0193a000-0000-7000-8000-00000000000a'],
    ['/theo.', '/theo'],
    ['/@theo)', '/theo'],
    ['/theo&fbclid=x', '/theo'],
    ['/theo_%E2%80%A6', '/theo_'],
    ['/feed,', '/feed'],
    ['/theo/my-desk).', '/theo/my-desk'],
    ['/Theo/My-Desk', '/theo/my-desk'],
    ['/@theo/my-desk&fbclid=x', '/theo/my-desk'],
    ['/theo/my-desk/', '/theo/my-desk'],
  ])('%s is %s', (path, meant) => {
    expect(cleanPath(asPath(path))).toBe(meant)
  })

  it.each([
    ...[
      '/',
      '/feed',
      '/theo',
      '/Theo',
      '/theo_',
      '/@theo',
      '/l/kettle-a1b2',
      '/l/kettle-a1b2/',
      '/product/B08N5WRWNW',
    ],
    ...[
      '/favicon.ico',
      '/wp-login.php',
      '/theo.atom',
      '/%2F%2Fevil.example',
      '/.well-known',
      '/%40theo',
      '/l/%6bettle-a1b2',
      '/..%2Fx',
      '/l/',
      '/l/%20',
    ],
    ...[
      '/my-folio/transfer.',
      '/l/kettle-a1b2/x.',
      '/zo%C3%A9',
      '/l/kettle.a1b2',
      '/theo/my-desk',
      '/theo/feed.atom',
      '/My-Folio/Transfer',
      `/l/${'x'.repeat(70)}.`,
    ],
  ])('%s is left as it is', (path) => {
    expect(cleanPath(path)).toBe(path)
  })

  it('lose any signs, and any query in the path, in one step', () => {
    const anySigns = fc
      .array(
        fc
          .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
          .filter((sign) => /^[\p{P}\p{S}\p{Z}\p{C}]+$/u.test(sign)),
        { maxLength: 5 },
      )
      .map((all) => all.join(''))
      .filter((text) => text.isWellFormed())
    const query = fc.constantFrom('', '&fbclid=Iw', '?utm_source=x', '#top', '%3Fa=b')
    const slug = fc.stringMatching(/^[a-z0-9]{1,20}-[a-z0-9]{4}$/)
    fc.assert(
      fc.property(
        slug,
        anySigns,
        query,
        fc.constantFrom('/l/', '/product/', '/'),
        (name, after, asked, under) => {
          fc.pre(!/^[_-]/.test(after))
          expect(cleanPath(under + encodeURIComponent(name + after + asked))).toBe(under + name)
        },
      ),
      randomRuns(2_000),
    )
  })

  it('lead to this site alone, and nowhere else in a second step', () => {
    const path = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => text.isWellFormed()),
      fc.constantFrom(
        '/evil.example',
        '\\evil.example',
        '%2F%2Fevil.example.',
        '@evil.example.',
        'l/%5C%5Cevil.',
      ),
    )
    fc.assert(
      fc.property(path, (text) => {
        const given = asPath(`/${text.replaceAll(/^[/\\]+/g, '')}`)
        const meant = cleanPath(given)
        expect(cleanPath(meant)).toBe(meant)
        if (meant === given) return
        expect(meant).toMatch(/^\/(?:(?:l|product)\/)?@?[A-Za-z0-9_-]+$/)
        expect(new URL(meant, 'https://folio.example').host).toBe('folio.example')
      }),
      randomRuns(4_000),
    )
  })
})
