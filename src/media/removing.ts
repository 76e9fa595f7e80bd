import { isBackupUnderWay } from '../platform/backup/under-way.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { dayMs, minuteMs } from '../shared/time.ts'
import { pictureAddress, readPicturePath } from './rules.ts'
import {
  deleteRemoved,
  holdDue,
  holdFreeRow,
  holdRow,
  markRemoving,
  putOffLook,
  selectKnown,
  selectLeftRemovals,
  selectUnused,
  unmark,
} from './sql.ts'
import type { Media } from './store.ts'

type Without = Omit<Context, 'actor'>

/** How many are checked in one transaction and removed in one call; S3 takes a thousand. */
const batch = 500
/** A removal takes seconds; one that began before this was interrupted. */
const interruptedMs = 5 * minuteMs
/** What is in use is checked again after this time, in case that its removal was missed. */
const nextLookMs = 30 * dayMs

/**
 * Removes those of a person's pictures that are named, and returns the names of those that were there. One that is
 * being stored now stays. It checks no permission. May be repeated.
 */
export async function removeNamed({ db, clock }: Without, media: Media, names: string[]): Promise<string[]> {
  const known = await selectKnown(db, names)
  const marked = await markRemoving(db, names, clock())
  // Stored by an earlier version, and not counted yet.
  const unknown = names.filter((name) => !known.has(name))
  try {
    return await removeMarked(db, media, [...unknown, ...marked])
  } catch (error) {
    // The caller sees that it failed, and may ask again.
    await unmark(db, marked)
    throw error
  }
}

/** Removes a picture, unless its owner’s profile or a product shows it meanwhile. May be repeated. */
export async function removeUnlessShown({ db, clock }: Without, media: Media, path: string): Promise<void> {
  const unused = await inTransaction({ db, clock, actor: null }, async (tx) => {
    const row = await holdRow(tx.db, path)
    const found = await selectUnused(tx.db, [shownAt(path)])
    return row ? markRemoving(tx.db, found, clock()) : found
  })
  await removeMarked(db, media, unused)
}

/**
 * Withholds a picture that the caller's transaction has taken off a product or profile from everybody as soon as that
 * commits, unless something still shows it. {@link removeUnlessShown} removes its file, and also checks rows that
 * others lock now.
 */
export async function withdrawUnlessShown({ db, clock }: Without, path: string): Promise<void> {
  if (!(await holdFreeRow(db, path))) return
  await markRemoving(db, await selectUnused(db, [shownAt(path)]), clock())
}

/**
 * Removes pictures that nothing has referred to for a day, and what an interrupted removal left: some hundred at a
 * time, until there are no more or `stopping` is aborted.
 */
export async function removeUnused(context: Without, media: Media, stopping: AbortSignal): Promise<void> {
  const { db, clock } = context
  const left = await selectLeftRemovals(db, new Date(clock().getTime() - interruptedMs), batch)
  await removeMarked(db, media, left)
  for (let isMore = true; isMore && !stopping.aborted; ) {
    const { marked, looked } = await inTransaction({ ...context, actor: null }, markUnused)
    await removeMarked(db, media, marked)
    isMore = looked === batch
  }
}

/**
 * Marks those of the due pictures that nothing refers to. Saving a picture locks its row, and is refused once it is
 * marked; what was saved before is seen by the statement that follows the lock.
 */
async function markUnused({ db, clock }: Context) {
  const now = clock()
  const due = await holdDue(db, now, batch)
  const unused = await selectUnused(db, due.map(shownAt))
  const marked = await markRemoving(db, unused, now)
  await putOffLook(db, due, new Date(now.getTime() + nextLookMs))
  return { marked, looked: due.length }
}

/**
 * The files first: if interrupted between the two, it is done again. A backup under way may want them; they are
 * withheld all the same, and {@link removeUnused} removes them later.
 */
async function removeMarked(db: Context['db'], { store }: Media, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  if (await isBackupUnderWay(db)) return paths
  const removed = await store.remove(paths)
  await deleteRemoved(db, paths)
  return removed
}

const shownAt = (path: string) => ({
  path,
  userId: readPicturePath(path)?.ownerId ?? '',
  address: pictureAddress(path),
})
