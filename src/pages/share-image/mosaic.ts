import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { OverlayOptions } from 'sharp'
import type { Find } from '../../shared/sharing/share-image.ts'
import { signTile } from './ground.ts'
import { fillWithPhoto } from './photo.ts'

type Box = { left: number; top: number; width: number; height: number }

const gap = 6

/** A square of this side filled with one product or four: photos, and signs of categories where there is none. */
export async function mosaic(
  finds: Find[],
  photos: (Buffer | null)[],
  side: number,
): Promise<OverlayOptions[]> {
  const tiles: OverlayOptions[] = []
  const boxes = boxesOf(finds.length, side)
  for (const [index, find] of finds.entries()) {
    const { left, top, ...size } = boxes[index] as Box
    const photo = photos[index]
    const filled = photo && (await fillWithPhoto(photo, size).catch(() => null))
    const sign = 'sign' in find ? find.sign : ''
    tiles.push({ input: filled ?? signTile((await signs()).get(sign) ?? '', size), left, top })
  }
  return tiles
}

/** One fills the square, four divide it. */
function boxesOf(count: number, side: number): Box[] {
  if (count === 1) return [{ left: 0, top: 0, width: side, height: side }]
  const half = (side - gap) / 2
  const starts = [0, half + gap]
  return starts.flatMap((top) => starts.map((left) => ({ left, top, width: half, height: half })))
}

/** The file that pages show signs from. */
const file = path.join(import.meta.dirname, '../../web/look/category-signs.svg')

let reading: Promise<Map<string, string>> | undefined

/** The paths of each category's sign, by its slug. */
const signs = () => (reading ??= readFile(file, 'utf8').then(signsIn))

const signsIn = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/<symbol id="([\w-]+)"[^>]*>(.*?)<\/symbol>/gs)].map(([, id = '', paths = '']) => [
      id,
      paths,
    ]),
  )
