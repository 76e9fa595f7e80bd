import { createFairQueue } from '../platform/limits/fair-queue.ts'
import { tooBusy } from '../shared/errors.ts'
import { createMutex } from '../shared/mutex.ts'
import { squareSides } from '../shared/pictures/sizes.ts'
import { cutSquare } from './image.ts'
import type { PictureSquares, PictureStore } from './store.ts'

/** Where the square of a picture lies. Listings do not reach below, so it is neither counted nor backed up. */
const nameOf = (side: number, path: string) => `squares/${side}/${path}`

const allOf = (path: string) => squareSides.map((side) => nameOf(side, path))

/** The same store, in which the squares of a picture go with it, or with what it is replaced by. */
export function withSquares(store: PictureStore): PictureStore {
  return {
    ...store,
    async put(name, picture, options) {
      const stored = await store.put(name, picture, options)
      if (options.overwrite) await store.remove(allOf(name))
      return stored
    },
    async remove(names) {
      const removed = await store.remove(names)
      await store.remove(names.flatMap(allOf))
      return removed
    },
    async removeAll(prefix) {
      await store.removeAll(prefix)
      for (const square of allOf(prefix)) await store.removeAll(square)
    },
  }
}

/**
 * Cuts squares from pictures that are larger, each when it is first wanted, and stores them. One at a time is read and
 * cut in a process, since a list may want forty.
 */
export function createPictureSquares(store: PictureStore, read: Reading): PictureSquares {
  const oneOfEach = createMutex()
  const queue = createFairQueue({ running: 1, waiting: 200 }, () =>
    tooBusy('Too many pictures are being cut.'),
  )

  async function make(path: string, side: number): Promise<string | null> {
    const bytes = await read(path)
    const square = bytes && (await cutSquare(bytes, side))
    if (!square) return null
    const name = nameOf(side, path)
    await store.put(name, { bytes: square, type: 'image/webp' }, { overwrite: true })
    // What was removed meanwhile has taken no square along that came after.
    if ((await store.sizeOf(path)) !== null) return name
    await store.remove([name])
    return null
  }

  return (path, side) =>
    oneOfEach(nameOf(side, path), async () => {
      const name = nameOf(side, path)
      if ((await store.sizeOf(name)) !== null) return name
      return queue.run(() => make(path, side))
    })
}

type Reading = (path: string) => Promise<Buffer | null>
