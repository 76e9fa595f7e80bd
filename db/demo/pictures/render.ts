import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { createRandom } from '../random.ts'
import { compose, type Subject } from './compose.ts'
import { drawFace, type Face } from './faces.ts'
import { drawCover, drawShelves } from './shelves.ts'

// Pictures are rendered in parallel, each in one thread, which gives the most per second.
sharp.concurrency(1)

/** An 800 by 800 picture of a product. `seed` decides room, light and position. */
export const renderPicture = (subject: Subject, seed: string): Promise<Buffer> =>
  sharp(Buffer.from(compose(subject, createRandom(seed))))
    .webp({ quality: 88, effort: 3 })
    .toBuffer()

/** A further photo of a product: the second in the same room from close by, the others in other rooms. */
export const renderFurther = (subject: Subject, seed: string, n: number): Promise<Buffer> => {
  const isCloseBy = n === 2
  const random = createRandom(isCloseBy ? seed : `${seed} photo ${n}`)
  return sharp(Buffer.from(compose(subject, random, isCloseBy)))
    .webp({ quality: 88, effort: 3 })
    .toBuffer()
}

/** A 400 by 400 avatar, the size that the app's own crop makes (docs/product/pictures.md#crop-image). */
export const renderFace = (face: Face): Promise<Buffer> =>
  sharp(Buffer.from(drawFace(face)), { density: 300 })
    .resize(400, 400)
    .webp({ quality: 90, effort: 3 })
    .toBuffer()

const readScene = (name: 'desk' | 'kitchen') => readFile(path.join(import.meta.dirname, `scenes/${name}.svg`))

/** The photo of a desk, 960 by 1200. */
export const renderDesk = async (): Promise<Buffer> => renderPhoto(await readScene('desk'))

/** The cover of a storefront, four times as wide as high: a kitchen, or a shelf with some of these things. */
export const renderCover = async (
  of: 'kitchen' | 'shelf',
  things: readonly Subject[],
  seed: string,
): Promise<Buffer> =>
  sharp(of === 'kitchen' ? await readScene('kitchen') : Buffer.from(drawCover(things, seed)))
    .resize(1600, 400, { fit: 'cover', position: 'bottom' })
    .webp({ quality: 88, effort: 3 })
    .toBuffer()

/** A photo of shelves with things, 960 by 1200, and where each of them stands. */
export async function renderShelves(things: readonly Subject[], seed: string) {
  const { svg, points } = drawShelves(things, seed)
  return { bytes: await renderPhoto(Buffer.from(svg)), points }
}

const renderPhoto = (svg: Buffer) => sharp(svg).webp({ quality: 88, effort: 3 }).toBuffer()
