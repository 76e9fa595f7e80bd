import { isUploaded, longestSide, squareOf, wholeSides } from './sizes.ts'

/**
 * An uploaded cover as the `srcset` of an image as wide as `width` of its longer side; undefined for any other picture.
 * In a file of its own: most public pages show no covers.
 */
export const coverSizes = (address: string, width: number): string | undefined =>
  isUploaded(address)
    ? [
        ...wholeSides.map(
          (wanted) => `${squareOf(address, wanted)}&resize=contain ${Math.round(wanted * width)}w`,
        ),
        `${address} ${Math.round(longestSide * width)}w`,
      ].join(', ')
    : undefined
