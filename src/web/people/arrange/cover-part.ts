import { largestZoom } from '../../picture/crop.ts'

type Size = { width: number; height: number }
type Point = { x: number; y: number }

/** The part of a picture that is a cover: its middle, from 0 to 1 of the picture, and how much it is enlarged. */
export type CoverPart = Point & { zoom: number }

/** How much wider than high a cover is. */
const ratio = 4

/** The widest part, in the middle. */
export const firstPart: CoverPart = { x: 0.5, y: 0.5, zoom: 1 }

/** How much of the picture's width and height a part takes, from 0 to 1. */
function shareOf({ width, height }: Size, zoom: number): Size {
  const whole = Math.min(width, height * ratio)
  return { width: whole / width / zoom, height: whole / ratio / height / zoom }
}

const within = (value: number, share: number) => Math.max(share / 2, Math.min(value, 1 - share / 2))

/** A part moved by so much of its own width and height, as far as there is picture. */
export function movedPart(picture: Size, { x, y, zoom }: CoverPart, by: Point): CoverPart {
  const share = shareOf(picture, zoom)
  return {
    x: within(x + by.x * share.width, share.width),
    y: within(y + by.y * share.height, share.height),
    zoom,
  }
}

/** A part enlarged around its middle. */
export const zoomedPart = (picture: Size, part: CoverPart, zoom: number): CoverPart =>
  movedPart(picture, { ...part, zoom: Math.max(1, Math.min(zoom, largestZoom)) }, { x: 0, y: 0 })

/** A part in the picture's own pixels. */
export function pixelsOf(picture: Size, { x, y, zoom }: CoverPart) {
  const share = shareOf(picture, zoom)
  const [width, height] = [share.width * picture.width, share.height * picture.height]
  return { left: x * picture.width - width / 2, top: y * picture.height - height / 2, width, height }
}
