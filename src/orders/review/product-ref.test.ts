import { describe, expect, it } from 'vitest'
import { productRefOf } from './rules.ts'

const id = '01989d3e-7b1c-7e5a-8a4b-0123456789ab'

describe('what product an admin names (docs/product/matching.md#by-hand)', () => {
  it.each([
    'mug-1a2b',
    '/l/mug-1a2b',
    '/l/mug-1a2b/',
    '/l/mug-1a2b?add=true#top',
    'https://folio.example/l/mug-1a2b',
    'https://FOLIO.example/l/mug-1a2b?utm_source=x',
    'folio.example/l/mug-1a2b',
    '/product/mug-1a2b',
  ])('%s is a short link', (text) => {
    expect(productRefOf(text, 'folio.example')).toEqual({ kind: 'short_link', id: 'mug-1a2b' })
  })

  it.each([id, id.toUpperCase(), `/product/${id}`, `https://folio.example/l/${id}`])(
    '%s is an id',
    (text) => {
      expect(productRefOf(text, 'folio.example')).toEqual({ kind: 'product', id })
    },
  )

  it.each([
    '',
    'two words',
    '/l/',
    '/l/mug-1a2b/edit',
    '/x/mug-1a2b',
    'https://www.amazon.com/dp/B08N5WRWNW',
    'https://folio.example.evil.io/l/mug-1a2b',
    'https://folio.example:8443/l/mug-1a2b',
    'elsewhere.example/l/mug-1a2b',
    'javascript:/l/mug-1a2b',
    'mug-1a2b\0',
    'müg',
    '%2e%2e',
    'a'.repeat(65),
  ])('%j is none', (text) => {
    expect(productRefOf(text, 'folio.example')).toBeNull()
  })
})
