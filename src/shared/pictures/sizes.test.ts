import { describe, expect, it } from 'vitest'
import { amazonPictureSizes, squareSizes, wholeSizes } from './sizes.ts'

const at = (name: string, host = 'm.media-amazon.com') => `https://${host}/images/I/${name}`

describe("sizes of Amazon's pictures (docs/product/pictures.md#sizes)", () => {
  it('are asked for below the known one, by the longest side', () => {
    expect(amazonPictureSizes(at('61kettle01L._AC_SL1500_.jpg'))).toBe(
      [
        `${at('61kettle01L._AC_SL250_.jpg')} 250w`,
        `${at('61kettle01L._AC_SL500_.jpg')} 500w`,
        `${at('61kettle01L._AC_SL1000_.jpg')} 1000w`,
        `${at('61kettle01L._AC_SL1500_.jpg')} 1500w`,
      ].join(', '),
    )
    expect(amazonPictureSizes(at('41-a+b%2BL._SX500_.png', 'images-eu.ssl-images-amazon.com'))).toBe(
      `${at('41-a+b%2BL._SL250_.png', 'images-eu.ssl-images-amazon.com')} 250w, ` +
        `${at('41-a+b%2BL._SX500_.png', 'images-eu.ssl-images-amazon.com')} 500w`,
    )
  })

  it.each([
    ['names no size', at('61kettle01L.jpg')],
    ['is small already', at('61kettle01L._SL160_.jpg')],
    ['is cropped, or has a badge', at('61kettle01L._AC_SX300_CR0,0,300,300_.jpg')],
    ['has two sizes', at('61kettle01L._AC_SX300_SY300_.jpg')],
    ['is our own', '/storage/v1/object/public/avatars/products/product-1._SL1500_.webp'],
    ['is not over TLS', 'http://m.media-amazon.com/images/I/61kettle01L._SL1500_.jpg'],
  ])('are none for an address that %s', (_what, address) => {
    expect(amazonPictureSizes(address)).toBeUndefined()
  })
})

const kettle = '/storage/v1/object/public/avatars/products/kettle.jpg'
const smaller = '/storage/v1/render/image/public/avatars/products/kettle.jpg'
const square = (side: number, width = side) => `${smaller}?width=${side}&height=${side} ${width}w`

describe('sizes of uploaded pictures (docs/product/pictures.md#sizes)', () => {
  it.each([
    [1600, [square(400), square(800), square(1200)]],
    [960, [square(400), square(800), square(1200, 960)]],
    [800, [square(400), square(800)]],
    [400, [square(400)]],
    [64, [square(400, 64)]],
    [null, [square(400), square(800)]],
    [undefined, [square(400), square(800)]],
  ])('are squares up to the one that there is: %s', (side, sizes) => {
    expect(squareSizes(kettle, side)).toBe(sizes.join(', '))
  })

  it('are the whole picture, where it is larger than what the app stored before', () => {
    const whole = (side: number) => `${smaller}?width=${side}&height=${side}&resize=contain ${side}w`
    expect(wholeSizes(kettle, 960)).toBe([whole(800), whole(1200), `${kettle} 1600w`].join(', '))
    for (const side of [400, 64, null, undefined]) expect(wholeSizes(kettle, side)).toBeUndefined()
  })

  it('are none of other pictures', () => {
    for (const address of [
      '/art/mug.svg',
      'blob:https://folio.example/1',
      'https://m.media-amazon.com/a.jpg',
    ])
      expect([squareSizes(address, 960), wholeSizes(address, 960)]).toEqual([undefined, undefined])
  })
})
