import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readPicturePath } from './rules.ts'
import { type Media, pathOfPicture } from './service.ts'

/**
 * The bytes of a picture that was uploaded here, by its address; null for any other address and where there is none.
 * Throws `unavailable` when the store cannot be asked. For what the program draws itself: it asks for no permission,
 * since anyone may read pictures.
 */
export async function readPicture({ source }: Media, address: string): Promise<Buffer | null> {
  const name = pathOfPicture(address)
  if (name === undefined || !readPicturePath(name)) return null
  if ('folder' in source)
    return readFile(path.join(source.folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  const opened = await source.open(name, { method: 'GET', range: undefined, ifNoneMatch: undefined })
  return opened?.body ? buffer(opened.body) : null
}
