import { describe, expect, it } from 'vitest'
import { allowedRedirect } from './redirect-rules.ts'

const siteUrl = 'https://folio.example'
const resetPage = `${siteUrl}/auth/reset`
const redirectUrls = ['https://app.example/back', 'http://127.0.0.1:5173']
const redirect = (asked: string | undefined) => allowedRedirect(asked, { siteUrl, redirectUrls }, resetPage)

describe('where a client may be led with a session: never to another site (docs/product/calls.md#auth-calls)', () => {
  it.each([
    'https://folio.example/feed',
    'https://folio.example/feed?add=true',
    'https://FOLIO.example:443/',
    'https://app.example/back',
    'https://app.example/back?x=1',
    'https://app.example/back/deep/down',
    'http://127.0.0.1:5173/anything',
  ])('lets %s pass', (asked) => expect(redirect(asked)).toBe(new URL(asked).href))

  it.each([
    undefined,
    '',
    '/feed',
    'feed',
    '//evil.example',
    '///evil.example',
    'https:///evil.example',
    'https:/evil.example',
    'https:evil.example',
    '\\\\evil.example',
    'https:\\\\evil.example',
    'https://folio.example\\@evil.example',
    'https://folio.example\\.evil.example',
    'https://evil.example\\folio.example',
    'https://folio.example@evil.example/',
    'https://folio.example:x@evil.example/',
    'https://someone@folio.example/',
    'https://someone:secret@folio.example/',
    'https://folio.example%40evil.example',
    'https://folio.example.evil.example/',
    'https://evilfolio.example/',
    'https://folio.example.',
    'https://fоlio.example/',
    'https://folio.example:8443/',
    'http://folio.example/',
    'http://127.0.0.1:5174/',
    'http://127.0.0.1/',
    'http://localhost:5173/',
    'https://app.example/',
    'https://app.example/backdoor',
    'https://app.example/back/../admin',
    'https://app.example/back/%2e%2e/admin',
    'https://app.example/back/..%2fadmin',
    'https://app.example/back/..%5Cadmin',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://folio.example/',
    'blob:https://folio.example/1',
    ' https://evil.example',
    '\thttps://evil.example',
    'https://folio.example\t.evil.example/',
    'https://folio.example\n.evil.example/',
    'https://folio.example\u0000.evil.example/',
    'https://folio.example\u202e/',
    'https://[',
  ])('leads to the own page instead of %j', (asked) => expect(redirect(asked)).toBe(resetPage))

  it('leads to the site itself where no other page is named', () =>
    expect(allowedRedirect('https://evil.example', { siteUrl, redirectUrls })).toBe(siteUrl))
})
