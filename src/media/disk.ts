import { randomUUID } from 'node:crypto'
import { link, mkdir, opendir, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Refused } from '../platform/http/refused.ts'
import type { PictureStore } from './store.ts'

/** The disk is full, the account's share of it is, or it cannot be written any more. */
const takesNothing = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])

/** Stores pictures in a folder, made when first needed. It must be on a file system with hard links. */
export function createDiskStore(folder: string): PictureStore {
  const remove = (name: string) => unless('ENOENT', unlink(path.join(folder, name)))
  const sizeOf = async (name: string) => (await orNull('ENOENT', stat(path.join(folder, name))))?.size ?? null
  return {
    async put(name, { bytes }, { overwrite }) {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      // Renamed when complete: neither a reader nor a crash sees half a picture.
      const unfinished = path.join(path.dirname(file), `.${path.basename(file)}-${randomUUID()}`)
      try {
        await writeFile(unfinished, bytes, { flag: 'wx', flush: true })
        if (!overwrite) return await unless('EEXIST', link(unfinished, file))
        await rename(unfinished, file)
        return true
      } catch (error) {
        throw takesNothing.has((error as NodeJS.ErrnoException).code ?? '')
          ? new Refused('pictures', error)
          : error
      } finally {
        await rm(unfinished, { force: true })
      }
    },
    sizeOf,
    async *list(prefix) {
      const { dir, base } = splitPrefix(prefix)
      const opened = await orNull('ENOENT', opendir(path.join(folder, dir)))
      for await (const entry of opened ?? []) {
        const name = dir + entry.name
        if (entry.isFile() && entry.name.startsWith(base)) yield { name, size: () => sizeOf(name) }
      }
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

/** The result, or null where it failed with this code. */
const orNull = <T>(code: string, work: Promise<T>): Promise<T | null> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === code) return null
    throw error
  })

/** True when it succeeded, false when it failed with this code. */
const unless = async (code: string, work: Promise<void>): Promise<boolean> =>
  (await orNull(
    code,
    work.then(() => true),
  )) ?? false

function splitPrefix(prefix: string) {
  const end = prefix.lastIndexOf('/') + 1
  return { dir: prefix.slice(0, end), base: prefix.slice(end) }
}

const filesOf = async (folder: string): Promise<string[]> => (await orNull('ENOENT', readdir(folder))) ?? []
