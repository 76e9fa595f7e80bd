import { lockOwnAccount } from '../identity/index.ts'
import { type Context, inTransaction, requireUser } from '../platform/context.ts'
import { AppError, tooBusy } from '../shared/errors.ts'
import { createMutex } from '../shared/mutex.ts'
import { dayMs, minuteMs } from '../shared/time.ts'
import { quotaBytes } from './rules.ts'
import { claimPath, holdRow, selectTaken, settlePath } from './sql.ts'
import type { Framing, PictureStore } from './store.ts'

/** Longer than any store takes, which gives up after a minute. */
const longestStoringMs = 2 * minuteMs
/** A picture that nothing refers to after this time is removed. */
export const graceMs = dayMs

const quotaExceeded = () =>
  new AppError(
    'picture_quota_exceeded',
    'Your pictures take up the 200 MB that an account has. Remove some that you no longer need, and try again.',
    { limit: quotaBytes },
  )

/** Throws `picture_quota_exceeded` where the caller's pictures leave no room, before work is done for another. */
export async function requireRoom(context: Context, path: string): Promise<void> {
  if ((await selectTaken(context.db, requireUser(context).userId, path)) >= quotaBytes) throw quotaExceeded()
}

type Encoded = { path: string; bytes: Uint8Array; framing: Framing; overwrite: boolean }

// One person's repeats of an upload come one after the other, and the last one counts.
const oneAtATime = createMutex()

/**
 * Stores an encoded picture of the caller's own. Its row comes before the file, so that a kill leaves no file without a
 * row, and several uploads at once never exceed the quota. False where a name is taken and may not be overwritten.
 * Throws `picture_quota_exceeded`, `unavailable` while another process stores the same name, and `conflict` while it is
 * being removed.
 */
export const storeCounted = (context: Context, store: PictureStore, picture: Encoded): Promise<boolean> =>
  oneAtATime(picture.path, async () => {
    const { path, bytes, framing, overwrite } = picture
    await inTransaction(context, (tx) => claim(tx, path, bytes.length))
    let stored: boolean
    try {
      stored = await store.put(path, { bytes, type: 'image/webp' }, { overwrite })
    } catch (error) {
      // It may have been stored all the same.
      await settlePath(context.db, path, { bytes: null })
      throw error
    }
    await settlePath(
      context.db,
      path,
      stored ? { bytes: bytes.length, framing } : { bytes: (await store.sizeOf(path)) ?? 0 },
    )
    return stored
  })

async function claim(tx: Context, path: string, bytes: number): Promise<void> {
  const { userId } = requireUser(tx)
  // One picture of a person is counted at a time.
  await lockOwnAccount(tx)
  const at = tx.clock()
  const present = await holdRow(tx.db, path)
  if (present?.removing_since) throw new AppError('conflict', 'This picture is being removed.')
  if (present?.storing_until && present.storing_until > at)
    throw tooBusy('This picture is being stored. Please try again in a moment.')
  const others = await selectTaken(tx.db, userId, path)
  if (others + Math.max(present?.taken ?? 0, bytes) > quotaBytes) throw quotaExceeded()
  await claimPath(tx.db, {
    path,
    userId,
    bytes,
    at,
    until: new Date(at.getTime() + longestStoringMs),
    lookAt: new Date(at.getTime() + graceMs),
  })
}
