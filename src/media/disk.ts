import { randomUUID } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Where pictures lie. Names are checked by whoever calls; the store only keeps bytes. */
export type PictureStore = {
  /** Keeps the bytes under this name, in place of what it held. They are on the disk when this resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>
  has(name: string): Promise<boolean>
}

/** Keeps pictures in a folder, made when first needed. */
export function createDiskStore(folder: string): PictureStore {
  return {
    async put(name, bytes) {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      // Renamed when whole: a reader, or a crash, never meets half a picture. No name of ours begins with a dot.
      const unfinished = path.join(path.dirname(file), `.${randomUUID()}`)
      try {
        await writeFile(unfinished, bytes, { flag: 'wx', flush: true })
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    has: (name) =>
      access(path.join(folder, name)).then(
        () => true,
        () => false,
      ),
  }
}
