import { describe, expect, it } from 'vitest'
import { firstPart, movedPart, pixelsOf, zoomedPart } from './cover-part.ts'

describe('the part of a picture that is the cover (docs/product/storefront.md#arrange)', () => {
  it('is the widest in the middle at first, four times as wide as high', () => {
    expect(pixelsOf({ width: 1600, height: 1200 }, firstPart)).toEqual({
      left: 0,
      top: 400,
      width: 1600,
      height: 400,
    })
    expect(pixelsOf({ width: 4000, height: 500 }, firstPart)).toEqual({
      left: 1000,
      top: 0,
      width: 2000,
      height: 500,
    })
  })

  it('stays inside the picture, wherever it is moved and however it is enlarged', () => {
    const picture = { width: 1600, height: 1200 }
    const far = movedPart(picture, firstPart, { x: 9, y: 9 })
    expect(pixelsOf(picture, far)).toMatchObject({ left: 0, top: 800 })
    const near = zoomedPart(picture, far, 4)
    expect(pixelsOf(picture, near)).toMatchObject({ width: 400, height: 100 })
    const { left, top } = pixelsOf(picture, movedPart(picture, near, { x: -99, y: -99 }))
    expect([left, top]).toEqual([0, 0])
    expect(pixelsOf(picture, zoomedPart(picture, near, 1))).toMatchObject({ left: 0, width: 1600 })
  })
})
