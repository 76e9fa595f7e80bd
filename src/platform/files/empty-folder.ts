import { rmdir } from 'node:fs/promises'

const stays = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST'])

/** Removes a folder if it is there and empty. */
export async function removeEmptyFolder(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (!stays.has(error.code ?? '')) throw error
  })
}
