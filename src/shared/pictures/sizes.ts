/** The longest sides, in pixels, in which Amazon's pictures are shown beside the one that is known. */
const amazonSides = [250, 500, 1000]

/**
 * `https://m.media-amazon.com/images/I/61kettle01L._AC_SL1500_.jpg`: one size, and nothing else done to the picture.
 */
const sizedAddress = /^(https:\/\/[\w.-]+\/images\/I\/[\w+%-]+\._(?:AC_)?)S[LXY](\d{2,4})(_\.\w+)$/

/**
 * The same picture of Amazon's in smaller sizes, as the `srcset` of an image in a square; undefined where the address
 * names no size, or only a small one. The whole picture in each: nothing is cropped or altered
 * (docs/product/pictures.md#sizes).
 */
export function amazonPictureSizes(address: string): string | undefined {
  const [, start, side, end] = sizedAddress.exec(address) ?? []
  return srcSetOf(address, Number(side), amazonSides, (wanted) => `${start}SL${wanted}${end}`)
}

/** The sides, in pixels, of the squares in which an uploaded picture is given beside itself. */
export const squareSides = [400, 800]

/**
 * An uploaded picture as squares cut from its middle, as the `srcset` of an image that fills a square; undefined where
 * its shorter side (`side`, in pixels) is not known or no larger than the smallest of them
 * (docs/product/pictures.md#sizes).
 */
export const ownPictureSizes = (address: string, side: number | null | undefined): string | undefined =>
  srcSetOf(
    address,
    side ?? 0,
    squareSides,
    (wanted) => `${address.replace('object', 'render/image')}?width=${wanted}&height=${wanted}`,
  )

function srcSetOf(
  address: string,
  side: number,
  sides: number[],
  addressOf: (wanted: number) => string,
): string | undefined {
  const smaller = sides.filter((wanted) => wanted < side).map((wanted) => `${addressOf(wanted)} ${wanted}w`)
  return smaller[0] && [...smaller, `${address} ${side}w`].join(', ')
}
