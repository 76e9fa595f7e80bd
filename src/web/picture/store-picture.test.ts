import { describe, expect, it } from 'vitest'
import { imageProblem } from './store-picture.ts'

const fiveMegabytes = 5 * 1024 * 1024

describe('a picture to upload (docs/product/pictures.md#choosing)', () => {
  it.each([
    ['image/jpeg', fiveMegabytes - 1, null],
    ['image/webp', 1, null],
    ['image/png', fiveMegabytes, 'too_large'],
    ['application/pdf', 100, 'not_an_image'],
    ['text/image/png', 100, 'not_an_image'],
    // A file whose type the browser does not know.
    ['', 100, 'not_an_image'],
    ['application/zip', fiveMegabytes, 'not_an_image'],
  ])('%j of %d bytes: %s', (type, size, problem) => {
    expect(imageProblem({ type, size })).toBe(problem)
  })
})
