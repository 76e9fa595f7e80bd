import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { PictureTransfer } from '../platform/backup/pictures.ts'
import type { DB } from '../platform/database/schema.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { batchesOf, everywhere } from './counting.ts'
import { readPicturePath } from './rules.ts'
import { hasRows, selectStored } from './sql.ts'
import type { Media, PictureStore } from './store.ts'

/** The pictures for backups: from the store of this process, and into it (docs/backup.md). */
export function createPictureTransfer({ store, source }: Media): PictureTransfer {
  return {
    list: (snapshot) => namesOf(snapshot, store),
    async read(name) {
      if ('folder' in source)
        return readFile(path.join(source.folder, name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw error
        })
      const opened = await source.open(name, { method: 'GET', range: undefined, ifNoneMatch: undefined })
      return opened?.body ? buffer(opened.body) : null
    },
    async write(name, bytes) {
      const picture = readPicturePath(name)
      if (!picture) throw new OperatorError(`This archive names a picture as none is named: ${name}`)
      await store.put(name, { bytes, type: picture.type }, { overwrite: true })
    },
    async remove(names) {
      await store.remove(names)
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
