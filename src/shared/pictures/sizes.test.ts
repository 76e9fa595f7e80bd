import { describe, expect, it } from 'vitest'
import { amazonPictureSizes, ownPictureSizes } from './sizes.ts'

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

const folder = '/storage/v1/object/public/avatars/products'
const squares = '/storage/v1/render/image/public/avatars/products'

it('offers squares that are smaller than the picture', () => {
  expect(ownPictureSizes(`${folder}/a.jpg`, 960)).toBe(
    `${squares}/a.jpg?width=400&height=400 400w, ${squares}/a.jpg?width=800&height=800 800w, ${folder}/a.jpg 960w`,
  )
  expect(ownPictureSizes(`${folder}/a.jpg`, 800)).toBe(
    `${squares}/a.jpg?width=400&height=400 400w, ${folder}/a.jpg 800w`,
  )
})

it('offers none for the squares of the app, and where the size is not known', () => {
  for (const side of [400, 64, null, undefined])
    expect(ownPictureSizes(`${folder}/a.jpg`, side)).toBeUndefined()
})
