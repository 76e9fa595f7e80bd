import { expect, it } from 'vitest'
import { siteName } from './site-names.ts'

it.each([
  ['instagram.com', 'Instagram'],
  ['x.com', 'X'],
  [null, 'Direct or private apps'],
  ['self', 'On Folio'],
  ['folio.example', 'On Folio'],
  ['blog.example.org', 'blog.example.org'],
])('%s is %s', (site, name) => {
  expect(siteName(site, { appName: 'Folio', host: 'folio.example' })).toBe(name)
})
