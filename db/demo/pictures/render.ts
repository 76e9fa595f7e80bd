import sharp from 'sharp'
import { createRandom } from '../random.ts'
import { compose, type Subject } from './compose.ts'
import { drawFace, type Face } from './faces.ts'

// Pictures are rendered in parallel, each in one thread, which gives the most per second.
sharp.concurrency(1)

/** An 800 by 800 picture of a product. `seed` decides room, light and position. */
export const renderPicture = (subject: Subject, seed: string): Promise<Buffer> =>
  sharp(Buffer.from(compose(subject, createRandom(seed))))
    .webp({ quality: 88, effort: 3 })
    .toBuffer()

/** A 400 by 400 avatar, the size that the app's own crop makes (docs/product/pictures.md#crop-image). */
export const renderFace = (face: Face): Promise<Buffer> =>
  sharp(Buffer.from(drawFace(face)), { density: 300 })
    .resize(400, 400)
    .webp({ quality: 90, effort: 3 })
    .toBuffer()
