import path from 'node:path'
import type { Kysely } from 'kysely'
import type { PictureTransfer } from '../platform/backup/pictures.ts'
import type { DB } from '../platform/database/schema.ts'
import { removeEmptyFolder } from '../platform/files/empty-folder.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { batchesOf, everywhere } from './counting.ts'
import { readPicturePath } from './rules.ts'
import { hasRows, selectStored } from './sql.ts'
import { type Media, type PictureStore, readStored } from './store.ts'

/** The pictures for backups: from the store of this process, and into it (docs/backup.md). */
export function createPictureTransfer({ store, source }: Media): PictureTransfer {
  return {
    list: (snapshot) => namesOf(snapshot, store),
    read: (name) => readStored(source, name),
    async write(name, bytes) {
      const picture = readPicturePath(name)
      if (!picture) throw new OperatorError(`This archive has a picture with an invalid name: ${name}`)
      const stored = { bytes, type: picture.type }
      if (await store.put(name, stored, { overwrite: false })) return true
      await store.put(name, stored, { overwrite: true })
      return false
    },
    async remove(names) {
      await store.remove(names)
      if (!('folder' in source)) return
      for (const below of [...new Set(names.map((name) => path.dirname(name))), '.', '..'])
        await removeEmptyFolder(path.join(source.folder, below))
    },
  }
}

/** The names of all stored pictures; from the store where the database is of a version that counted none. */
async function* namesOf(snapshot: Kysely<DB>, store: PictureStore): AsyncIterable<string> {
  if (!(await hasRows(snapshot))) {
    for (const prefix of everywhere)
      for await (const pictures of batchesOf(store.list(prefix))) yield* pictures.map(({ name }) => name)
    return
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const names: string[] = await selectStored(snapshot, after)
    yield* names
    after = names.at(-1)
  }
}
