import { imageHosts } from './image-hosts.ts'

/** The longest sides, in pixels, in which Amazon's pictures are shown beside the one that is known. */
const smallerSides = [250, 500, 1000]

/** `https://m.media-amazon.com/images/I/61kettle01L._AC_SL1500_.jpg`: one size, and nothing else done to the picture. */
const sizedAddress = /^(https:\/\/([\w.-]+)\/images\/I\/[\w+%-]+\._(?:AC_)?)S[LXY](\d{2,4})(_\.\w+)$/

/**
 * The same picture in Amazon's smaller sizes, as the `srcset` of an image in a square; undefined where the address names
 * no size, or only a small one. The whole picture in each: nothing is cropped or altered (docs/product/pictures.md#sizes).
 */
export function amazonPictureSizes(address: string): string | undefined {
  const [, start, host = '', side, end] = sizedAddress.exec(address) ?? []
  const smaller = smallerSides.filter((wanted) => wanted < Number(side))
  if (!imageHosts.includes(host) || smaller.length === 0) return undefined
  return [...smaller.map((wanted) => `${start}SL${wanted}${end} ${wanted}w`), `${address} ${side}w`].join(
    ', ',
  )
}
