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
  const smaller = amazonSides.filter((wanted) => wanted < Number(side))
  if (!smaller.length) return undefined
  return [...smaller.map((wanted) => `${start}SL${wanted}${end} ${wanted}w`), `${address} ${side}w`].join(
    ', ',
  )
}

/** The longer side of an uploaded picture, in pixels, at most. */
export const longestSide = 1600

/** The sides, in pixels, in which an uploaded picture is given as a square. */
export const squareSides = [400, 800, 1200]

/** The longer sides, in pixels, in which an uploaded picture is given whole, beside itself. */
export const wholeSides = [800, 1200]

/** What is shown where the side of a picture's square is not known. */
const likelySide = 800

/**
 * An uploaded picture's square, as the `srcset` of an image that fills a square; undefined for any other picture.
 * `side` is the square's in pixels, where that is known (docs/product/pictures.md#sizes).
 */
export function squareSizes(address: string, side?: number | null): string | undefined {
  if (!isUploaded(address)) return undefined
  const known = side ?? likelySide
  const enough = squareSides.find((wanted) => wanted >= known) ?? Math.max(...squareSides)
  return squareSides
    .filter((wanted) => wanted <= enough)
    .map((wanted) => `${squareOf(address, wanted)} ${Math.min(wanted, known)}w`)
    .join(', ')
}

/**
 * An uploaded picture as a whole, as the `srcset` of an image that shows it inside a square; undefined for any other
 * picture, and one of which no smaller size is known to exist.
 */
export const wholeSizes = (address: string, side?: number | null): string | undefined =>
  isUploaded(address) && side && side > Math.min(...squareSides)
    ? [
        ...wholeSides.map((wanted) => `${squareOf(address, wanted)}&resize=contain ${wanted}w`),
        `${address} ${longestSide}w`,
      ].join(', ')
    : undefined

const objects = '/storage/v1/object/public/'

export const isUploaded = (address: string) => address.startsWith(objects)

/** The address of an uploaded picture's square of this side. */
export const squareOf = (address: string, side: number) =>
  `${address.replace(objects, '/storage/v1/render/image/public/')}?width=${side}&height=${side}`
