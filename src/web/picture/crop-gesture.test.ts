import { describe, expect, it } from 'vitest'
import { firstCrop, zoomed } from './crop.ts'
import { cropAfter } from './crop-gesture.ts'

const first = firstCrop({ width: 900, height: 600 })
const at = (x: number, y: number) => ({ x, y })

describe('gestures on the crop box (docs/product/pictures.md#crop-image)', () => {
  it('drag the square, a corner of it, or the picture behind', () => {
    const drag = (part: string | undefined, start = first) =>
      cropAfter({ part, start, from: [at(100, 100)] }, [at(110, 105)])
    expect(drag('square').square).toEqual({ ...first.square, left: 80, top: 25 })
    expect(drag('se').square).toEqual({ ...first.square, side: 170 })
    const larger = zoomed(first, 2)
    expect(drag(undefined, larger)).toEqual({ ...larger, left: larger.left - 10, top: larger.top - 5 })
  })

  it('zoom with two fingers, and go along with them', () => {
    const from = [at(100, 100), at(200, 100)]
    const pinched = cropAfter({ part: 'square', start: first, from }, [at(50, 110), at(250, 110)])
    expect(pinched).toMatchObject({ zoom: 2, left: 150, top: 90, square: first.square })
  })

  it('wait for a finger that is not there yet', () => {
    expect(cropAfter({ part: 'square', start: first, from: [] }, [])).toBe(first)
  })
})
