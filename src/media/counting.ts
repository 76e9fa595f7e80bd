import { type Context, requireUser } from '../platform/context.ts'
import { prefixesOf, readPicturePath } from './rules.ts'
import { insertFound, selectKnown } from './sql.ts'
import type { Listed, Media } from './store.ts'
import { graceMs } from './storing.ts'

type Without = Omit<Context, 'actor'>

const batch = 500
/** The folders of the bucket. */
export const everywhere = ['', 'products/']

/**
 * Adds a row for every stored picture that has none: those of earlier versions, and files that were put into the store
 * otherwise. The day within which something must refer to it begins now. Ends early when `stopping` is aborted.
 */
export async function countStored(context: Without, media: Media, stopping: AbortSignal): Promise<void> {
  for (const prefix of everywhere)
    for await (const listed of batchesOf(media.store.list(prefix))) {
      if (stopping.aborted) return
      await countListed(context, listed)
    }
}

/** The same for the caller's own; returns the paths of all that are stored. */
export async function countOwn(context: Context, media: Media): Promise<string[]> {
  const paths: string[] = []
  for (const prefix of prefixesOf(requireUser(context).userId))
    for await (const listed of batchesOf(media.store.list(prefix))) {
      await countListed(context, listed)
      paths.push(...listed.map(({ name }) => name))
    }
  return paths
}

/** Adds rows for stored pictures that have none. */
export async function countListed({ db, clock }: Without, listed: Listed[]): Promise<void> {
  const known = await selectKnown(
    db,
    listed.map(({ name }) => name),
  )
  const found = []
  for (const { name, size } of listed) {
    const userId = readPicturePath(name)?.ownerId
    const bytes = userId && !known.has(name) ? await size() : null
    if (userId && bytes !== null) found.push({ path: name, userId, bytes })
  }
  const at = clock()
  if (found.length > 0) await insertFound(db, found, { at, lookAt: new Date(at.getTime() + graceMs) })
}

/** Pictures in batches of some hundred, without other files, such as what a crash left unfinished. */
export async function* batchesOf(all: AsyncIterable<Listed>): AsyncIterable<Listed[]> {
  let some: Listed[] = []
  for await (const one of all) {
    if (readPicturePath(one.name)) some.push(one)
    if (some.length < batch) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
