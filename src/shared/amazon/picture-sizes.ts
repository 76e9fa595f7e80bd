/** The longest sides, in pixels, in which Amazon's pictures are shown beside the one that is known. */
const smallerSides = [250, 500, 1000]

/** `https://m.media-amazon.com/images/I/61kettle01L._AC_SL1500_.jpg`: one size, and nothing else done to the picture. */
const sizedAddress = /^(https:\/\/[\w.-]+\/images\/I\/[\w+%-]+\._(?:AC_)?)S[LXY](\d{2,4})(_\.\w+)$/

/**
 * The same picture of Amazon's in smaller sizes, as the `srcset` of an image in a square; undefined where the address names
 * no size, or only a small one. The whole picture in each: nothing is cropped or altered (docs/product/pictures.md#sizes).
 */
export function amazonPictureSizes(address: string): string | undefined {
  const [, start, side, end] = sizedAddress.exec(address) ?? []
  const smaller = smallerSides.filter((wanted) => wanted < Number(side))
  if (smaller.length === 0) return undefined
  const sizes = smaller.map((wanted) => `${start}SL${wanted}${end} ${wanted}w`)
  return [...sizes, `${address} ${side}w`].join(', ')
}
