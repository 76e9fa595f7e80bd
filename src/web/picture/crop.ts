type Size = { width: number; height: number }
type Point = { x: number; y: number }

/** A square of a picture, in its pixels; of a cover's frame `side` is the width. */
export type PictureSquare = { left: number; top: number; side: number }

/**
 * A picture behind a window of its own shape, and a square over the window. `zoom` says how much larger than the window
 * the picture is, `left` and `top` where the window lies on it. Everything is in CSS pixels of the window. `ratio` is
 * the height of the square by its width: a cover's is none.
 */
export type Crop = Size & { zoom: number; left: number; top: number; square: PictureSquare; ratio: number }

/** The window's longer side (docs/product/pictures.md#crop-image). */
const windowSide = 300

/** The part of the shorter side that the first square takes (docs/product/pictures.md#crop-image). */
const firstShare = 0.8

/** A smaller square would be hard to hold between its corners: for smaller parts the picture is zoomed. */
const smallestSide = 64

export const largestZoom = 4

/** Where cropping begins: the whole picture, with the square in its middle; a cover's frame as large as it can be. */
export function firstCrop(picture: Size, ratio = 1): Crop {
  const scale = windowSide / Math.max(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  const side = Math.min(width, height / ratio) * (ratio === 1 ? firstShare : 1)
  return {
    width,
    height,
    zoom: 1,
    left: 0,
    top: 0,
    square: { left: (width - side) / 2, top: (height - side * ratio) / 2, side },
    ratio,
  }
}

const within = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))

/** The window at another place of the picture, as far as there is some. */
export const scrolled = (crop: Crop, { x, y }: Point): Crop => ({
  ...crop,
  left: within(crop.left + x, 0, crop.width * (crop.zoom - 1)),
  top: within(crop.top + y, 0, crop.height * (crop.zoom - 1)),
})

/** The square moved; at the window's edge the window goes along. */
export function moved(crop: Crop, { x, y }: Point): Crop {
  const { side } = crop.square
  const [wantedLeft, wantedTop] = [crop.square.left + x, crop.square.top + y]
  const left = within(wantedLeft, 0, crop.width - side)
  const top = within(wantedTop, 0, crop.height - side * crop.ratio)
  return scrolled({ ...crop, square: { left, top, side } }, { x: wantedLeft - left, y: wantedTop - top })
}

/** The picture larger or smaller, around a point of the window: the middle of the square, or where a pointer is. */
export function zoomed(crop: Crop, wanted: number, at: Point = middleOf(crop)): Crop {
  const zoom = within(wanted, 1, largestZoom)
  const growth = zoom / crop.zoom
  const left = (crop.left + at.x) * growth - at.x
  const top = (crop.top + at.y) * growth - at.y
  return scrolled({ ...crop, zoom, left, top }, { x: 0, y: 0 })
}

const middleOf = ({ square: { left, top, side }, ratio }: Crop): Point => ({
  x: left + side / 2,
  y: top + (side * ratio) / 2,
})

export const corners = ['nw', 'ne', 'sw', 'se'] as const

export type Corner = (typeof corners)[number]

/** The square with one corner moved, and the opposite one where it was. */
export function resized(crop: Crop, corner: Corner, { x, y }: Point): Crop {
  const { ratio } = crop
  const { left, top, side } = crop.square
  const [isLeft, isTop] = [corner.endsWith('w'), corner.startsWith('n')]
  const [outX, outY] = [isLeft ? -x : x, isTop ? -y : y]
  const roomDown = isTop ? top + side * ratio : crop.height - top
  const room = Math.min(isLeft ? left + side : crop.width - left, roomDown / ratio)
  const wanted = side + (Math.abs(outX) > Math.abs(outY) ? outX : outY / ratio)
  const next = within(wanted, Math.min(smallestSide, room), room)
  return {
    ...crop,
    square: {
      left: isLeft ? left + side - next : left,
      top: isTop ? top + (side - next) * ratio : top,
      side: next,
    },
  }
}

/** The square in a picture's own pixels: whole ones, inside the picture. */
export function pixelsOf(crop: Crop, { width, height }: Size): PictureSquare {
  const scale = width / (crop.width * crop.zoom)
  const { square, ratio } = crop
  const side = within(Math.round(square.side * scale), 1, Math.min(width, Math.floor(height / ratio)))
  const place = (shown: number, room: number) => within(Math.round(shown * scale), 0, room)
  return {
    left: place(crop.left + square.left, width - side),
    top: place(crop.top + square.top, Math.max(0, height - Math.round(side * ratio))),
    side,
  }
}
