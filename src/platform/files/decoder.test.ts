import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDecoder } from './decoder.ts'

function decoded(bytes: Uint8Array, pieceLength = bytes.length || 1): string {
  const decoder = createDecoder()
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceLength)
    text += decoder.read(bytes.subarray(at, at + pieceLength), false)
  return text + decoder.read(new Uint8Array(), true)
}
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('Decoding bytes', () => {
  it('reads UTF-8 in pieces of any length', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n', ',') })
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 9 }), (written, pieceLength) => {
        expect(decoded(Buffer.from(written), pieceLength)).toBe(written)
      }),
    )
  })

  it('reads UTF-16 by its byte order mark, and leaves the mark out', () => {
    expect(decoded(Buffer.from('\ufeffA mug, 5 €\n', 'utf16le'), 3)).toBe('A mug, 5 €\n')
    expect(decoded(utf16be('\ufeffA mug, 5 €\n'), 3)).toBe('A mug, 5 €\n')
    expect(decoded(Buffer.from('\ufeffA mug, 5 €\n'), 3)).toBe('A mug, 5 €\n')
  })

  it('reads a line that is no valid UTF-8 as Windows-1252, and the others as UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from('Café\n'),
      Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x80, 0x0a]),
      Buffer.from('Thé\n'),
    ])
    expect(decoded(bytes)).toBe('Café\nCafé €\nThé\n')
    expect(decoded(bytes, 4)).toBe('Café\nCafé €\nThé\n')
  })
})
