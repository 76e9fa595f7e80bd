import { z } from 'zod'
import { severPayee } from '../earnings/index.ts'
import { tombstoneProducts } from '../folio/index.ts'
import { deleteUser, type Identity, lockForDeletion } from '../identity/index.ts'
import { type Media, removePicturesOf } from '../media/index.ts'
import { forgetModeration } from '../moderation/index.ts'
import { forgetNewsOf } from '../news/index.ts'
import { forgetQuestions, leaveWithMoney, type PayoutKey } from '../payouts/index.ts'
import { deletePerson, getOwnProfile } from '../people/index.ts'
import { type Context, inTransaction, requireUser } from '../platform/context.ts'
import { enqueue, type JobKind } from '../platform/jobs/job.ts'
import { invalid } from '../shared/errors.ts'
import { hourMs } from '../shared/time.ts'

/** The longest time that an upload may still run which began before the deletion. */
const uploadMs = hourMs

type Confirmation = { username: string; password?: string | undefined; last_payout?: boolean | undefined }
type Deps = {
  identity: Pick<Identity, 'confirmation'>
  payoutKey: PayoutKey
  reportTimeZone: string
}

/**
 * Deletes the caller's account for good, in one transaction; their access tokens stop at once. What stays names nobody:
 * tombstones of products, usernames that are never given again, the ledger, and a digest of the address from which the
 * remaining balance may be claimed (decision 88). A job removes the pictures afterwards. Throws `validation_failed`
 * naming the field for another username than the caller's or a wrong password, `rate_limited` after too many wrong
 * ones, `step_up_required`, and `not_authenticated` when the account has just been deleted.
 */
export async function deleteAccount(
  context: Context,
  { identity, payoutKey: key, reportTimeZone }: Deps,
  { username, password, last_payout: lastPayout = false }: Confirmation,
): Promise<void> {
  const { userId } = requireUser(context)
  if ((await getOwnProfile(context)).username !== username)
    throw invalid('username', 'This is not your username.')
  const confirmed = await identity.confirmation.confirmDeletion(context, password)
  await inTransaction(context, async (tx) => {
    await lockForDeletion(tx, confirmed)
    await forgetModeration(tx)
    await forgetNewsOf(tx, userId)
    await deletePerson(tx)
    await tombstoneProducts(tx)
    await leaveWithMoney(tx, { lastPayout }, { key, reportTimeZone })
    await forgetQuestions(tx)
    await severPayee(tx)
    await deleteUser(tx)
    const left = { user_id: userId }
    await enqueue(tx.db, removeLeftPicturesJob, left)
    await enqueue(tx.db, removeLeftPicturesJob, left, { runAt: new Date(tx.clock().getTime() + uploadMs) })
  })
}

/** The job that removes the pictures of someone whose account has been deleted. */
export const removeLeftPicturesJob: JobKind<{ user_id: string }> = {
  name: 'remove_left_pictures',
  payload: z.object({ user_id: z.uuid() }),
}

/** Removes every picture of a deleted account. Safe to repeat. */
export const removeLeftPictures = (media: Media, { user_id: userId }: { user_id: string }): Promise<void> =>
  removePicturesOf(media, userId)
