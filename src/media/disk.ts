import { randomUUID } from 'node:crypto'
import { access, link, mkdir, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PictureStore } from './store.ts'

/** Keeps pictures in a folder, made when first needed. It must be on a file system with hard links. */
export function createDiskStore(folder: string): PictureStore {
  const remove = (name: string) => unless('ENOENT', unlink(path.join(folder, name)))
  return {
    async put(name, { bytes }, { overwrite }) {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      // Given its name when whole: a reader, or a crash, never meets half a picture.
      const unfinished = path.join(path.dirname(file), `.${path.basename(file)}-${randomUUID()}`)
      try {
        await writeFile(unfinished, bytes, { flag: 'wx', flush: true })
        if (!overwrite) return await unless('EEXIST', link(unfinished, file))
        await rename(unfinished, file)
        return true
      } finally {
        await rm(unfinished, { force: true })
      }
    },
    has: (name) =>
      access(path.join(folder, name)).then(
        () => true,
        () => false,
      ),
    async list(prefix) {
      const { dir, base } = splitPrefix(prefix)
      const files = await filesOf(path.join(folder, dir))
      return files.filter((file) => file.startsWith(base)).map((file) => dir + file)
    },
    async remove(names) {
      const removed: string[] = []
      for (const name of names) if (await remove(name)) removed.push(name)
      return removed
    },
    async removeAll(prefix) {
      const { dir, base } = splitPrefix(prefix)
      // What a crash left unfinished is somebody's picture too.
      for (const file of await filesOf(path.join(folder, dir)))
        if (file.startsWith(base) || file.startsWith(`.${base}`)) await remove(path.join(dir, file))
    },
  }
}

/** True when it is done, false when it failed with this code. */
const unless = (code: string, work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === code) return false
      throw error
    },
  )

function splitPrefix(prefix: string) {
  const end = prefix.lastIndexOf('/') + 1
  return { dir: prefix.slice(0, end), base: prefix.slice(end) }
}

const filesOf = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
