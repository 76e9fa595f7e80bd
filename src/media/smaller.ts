import { createFairQueue } from '../platform/limits/fair-queue.ts'
import { tooBusy } from '../shared/errors.ts'
import { createMutex } from '../shared/mutex.ts'
import { squareSides, wholeSides } from '../shared/pictures/sizes.ts'
import { makeSmaller } from './image.ts'
import type { Framing, PictureStore, Size, SmallerPictures } from './store.ts'

/** All sizes in which a picture is given beside itself. */
export const sizes: readonly Size[] = [
  ...squareSides.map((side): Size => ({ of: 'square', side })),
  ...wholeSides.map((side): Size => ({ of: 'whole', side })),
]

/** Where a size of a picture lies. Listings do not reach below, so it is neither counted nor backed up. */
const nameOf = ({ of, side }: Size, path: string) => `${of}s/${side}/${path}`

/** The same store, in which the smaller sizes of a picture go with it, or with what it is replaced by. */
export function withSmaller(store: PictureStore): PictureStore {
  return {
    ...store,
    async put(name, picture, options) {
      const stored = await store.put(name, picture, options)
      if (options.overwrite) await store.remove(sizes.map((size) => nameOf(size, name)))
      return stored
    },
    async remove(names) {
      const removed = await store.remove(names)
      // One size at a time: S3 removes a thousand at once.
      for (const size of sizes) await store.remove(names.map((name) => nameOf(size, name)))
      return removed
    },
    async removeAll(prefix) {
      await store.removeAll(prefix)
      for (const size of sizes) await store.removeAll(nameOf(size, prefix))
    },
  }
}

/**
 * Makes smaller sizes of pictures, each when it is first wanted, and stores them. One at a time is read and made in a
 * process, since a list may want forty.
 */
export function createSmallerPictures(store: PictureStore, read: Reading): SmallerPictures {
  const oneOfEach = createMutex()
  const queue = createFairQueue({ running: 1, waiting: 200 }, () =>
    tooBusy('Too many pictures are being made smaller.'),
  )

  async function make(path: string, size: Size, square: Framing['square']): Promise<string | null> {
    const bytes = await read(path)
    const smaller = bytes && (await makeSmaller(bytes, size, square))
    if (!smaller) return null
    const name = nameOf(size, path)
    await store.put(name, { bytes: smaller, type: 'image/webp' }, { overwrite: true })
    // What was removed meanwhile has taken no size along that came after.
    if ((await store.sizeOf(path)) !== null) return name
    await store.remove([name])
    return null
  }

  return (path, size, readFraming) =>
    oneOfEach(nameOf(size, path), async () => {
      const name = nameOf(size, path)
      if ((await store.sizeOf(name)) !== null) return name
      const framing = await readFraming()
      if (framing && isEnough(framing, size)) return null
      return queue.run(() => make(path, size, framing?.square ?? null))
    })
}

/** Whether the picture itself serves as its square of this size, which is known of most without reading them. */
const isEnough = ({ side, square }: Framing, size: Size): boolean =>
  size.of === 'square' && square === null && side !== null && side <= size.side

type Reading = (path: string) => Promise<Buffer | null>
