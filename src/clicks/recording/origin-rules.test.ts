import { expect, it } from 'vitest'
import { isFromOtherSite } from './origin-rules.ts'

const own = { ownHost: 'folio.example', origins: ['https://app.example'] }

// docs/product/clicks.md#outcomes
it.each([
  [{}, false],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://folio.example' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://app.example' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://blog.folio.example' }, true],
  [{ 'sec-fetch-site': 'cross-site' }, true],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: 'https://folio.example' }, false],
  [{ origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }, false],
  [{ origin: 'https://evil.example', host: 'folio.example' }, true],
  [{ origin: 'null', host: 'folio.example' }, true],
])('%j is of another site: %s', (headers, isOther) => {
  expect(isFromOtherSite(headers, own)).toBe(isOther)
})
