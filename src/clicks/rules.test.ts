import { describe, expect, it } from 'vitest'
import { storableReferrer, storableText } from './rules.ts'

describe('What is stored of a click (docs/product/clicks.md#what-is-stored)', () => {
  it.each([
    ['https://l.instagram.com/?u=https%3A%2F%2Fx&e=AT0secret', 'https://l.instagram.com/'],
    ['https://ana:pw@blog.example/post/1#comments', 'https://blog.example/post/1'],
    ['http://blog.example:8080/a', 'http://blog.example:8080/a'],
    ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm/'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['javascript:alert(1)', null],
    ['data:text/html,hello', null],
    ['not an address', null],
    ['', null],
    [null, null],
  ])('the referrer %j as %j', (given, kept) => {
    expect(storableReferrer(given)).toBe(kept)
  })

  it('cuts a huge referrer', () => {
    expect(storableReferrer(`https://a.example/${'x'.repeat(100_000)}`)).toHaveLength(500)
  })

  it('makes text of any characters fit for the database', () => {
    expect(storableText('Moz\0illa')).toBe('Mozilla')
    expect(storableText('\0')).toBeNull()
    expect(storableText(`${'a'.repeat(499)}😀`)?.isWellFormed()).toBe(true)
  })
})
