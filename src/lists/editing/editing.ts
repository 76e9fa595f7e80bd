import type { z } from 'zod'
import { discardPictures, uploadedPicture } from '../../folio/index.ts'
import { lockOwnAccount } from '../../identity/index.ts'
import { lockUploaded, type Media, pictureMissing } from '../../media/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { type IdempotencyKey, once } from '../../platform/idempotency.ts'
import { AppError, forbidden, invalid } from '../../shared/errors.ts'
import { limitReached } from '../../shared/limit.ts'
import { dayMs, utcDay } from '../../shared/time.ts'
import type { listChanges, newList, ownListCard } from '../contract.ts'
import { readOwnList } from '../reading.ts'
import { formerSlugsKept, minShown } from '../rules.ts'
import { addTo, giveLinks, requireOwnList, storePointedFirst } from './items.ts'
import { baseOf, insertOwnList, lookWithoutPhoto, slugFor } from './making.ts'
import { tellPublished } from './telling.ts'
import {
  changeList,
  deleteListRow,
  deleteSlugsBut,
  insertSlug,
  type LockedList,
  takeDay,
} from './writing-sql.ts'

type OwnList = z.input<typeof ownListCard>
type Changes = z.output<typeof listChanges>

/**
 * Makes a private list of the caller's, and puts the products into it that may stand there. Throws `validation_failed`
 * naming the field, beyond 200 lists too, and as `once` does.
 */
export async function createList(
  context: Context,
  media: Media,
  input: z.output<typeof newList>,
  idempotencyKey?: IdempotencyKey,
): Promise<OwnList> {
  const cover = await uploadedCover(context, media, input.cover_url)
  const id = await once(context, { key: idempotencyKey, sent: input }, async (tx) => {
    await lockOwnAccount(tx)
    const made = await insertOwnList(tx, { ...input, cover_url: await keptCover(tx, cover), is_saved: false })
    if (input.product_ids.length > 0) await addTo(tx, made, input.product_ids)
    return made
  })
  return readOwnList(context, id)
}

/**
 * Changes a list of the caller's own; absent fields stay. Fields equal to the stored ones make no new version and no
 * conflict. Throws `not_found`, `version_mismatch`, `validation_failed` naming the field, `forbidden` for a list that
 * becomes public before the owner's address is proven, and `rate_limited` for a second new one on a day.
 */
export async function editList(
  context: Context,
  media: Media,
  { id, changes, versions }: { id: string; changes: Changes; versions: string[] | undefined },
): Promise<OwnList> {
  const cover = await uploadedCover(context, media, changes.cover_url)
  await inTransaction(context, async (tx) => {
    await lockOwnAccount(tx)
    const list = await requireOwnList(tx, id)
    const changed = differing(list, { ...changes, ...(cover !== undefined && { cover_url: cover }) })
    if (Object.keys(changed).length === 0) return
    if (versions && !versions.includes(String(list.version)))
      throw new AppError('version_mismatch', 'This list was changed elsewhere after you opened it.', {
        version: list.version,
      })
    const after = { ...list, ...changed }
    if (after.is_saved && (after.is_public || after.is_look))
      throw invalid(after.is_public ? 'is_public' : 'is_look', 'Saved stays a private list.')
    if (after.is_look && after.cover_url === null) throw lookWithoutPhoto()
    if (changed.cover_url) await keptCover(tx, changed.cover_url)
    const at = tx.clock()
    const published = changed.is_public ? await publish(tx, list) : {}
    const slug = changed.title === undefined ? list.slug : await retitle(tx, list, changed.title)
    await changeList(tx.db, id, { ...changed, ...published, slug, updated_at: at })
    if (changed.is_public) await tellPublished(tx, list)
    if (changed.is_look) await storePointedFirst(tx, id)
    if (changed.cover_url !== undefined) await discardCover(tx, list.cover_url)
  })
  return readOwnList(context, id)
}

/** Forgets a cover that nothing shows any more. */
const discardCover = (context: Context, address: string | null): Promise<void> =>
  discardPictures(context, requireUser(context).userId, address ? [address] : [])

/** Deletes a list of the caller's own for good; its links lead to the products. Throws like {@link editList}. */
export const deleteList = (
  context: Context,
  { id, versions }: { id: string; versions: string[] | undefined },
): Promise<void> =>
  inTransaction(context, async (tx) => {
    const list = await requireOwnList(tx, id)
    if (versions && !versions.includes(String(list.version)))
      throw new AppError('version_mismatch', 'This list was changed elsewhere after you opened it.', {
        version: list.version,
      })
    await deleteListRow(tx.db, id)
    await discardCover(tx, list.cover_url)
  })

/** Makes the list's links where it becomes public for the first time, and returns what changes of it by that. */
async function publish(tx: Context, list: LockedList): Promise<{ first_public_at?: Date }> {
  const { userId, isUnproven } = requireUser(tx)
  if (isUnproven) throw forbidden('Prove your email address first: “Forgot password?” sends you a link.')
  if (list.shown_count < minShown)
    throw invalid('is_public', 'A list can be public once it has three products that others may see.')
  if (list.first_public_at) return {}
  const at = tx.clock()
  if (!(await takeDay(tx.db, userId, utcDay(at)))) throw oneADay(at)
  await giveLinks(tx, list.id)
  return { first_public_at: at }
}

const oneADay = (at: Date) =>
  limitReached({
    reason: 'One new list a day can become public.',
    again: 'This one can',
    points: 1,
    seconds: dayMs / 1000,
    retryAfter: Math.ceil((dayMs - (at.getTime() % dayMs)) / 1000),
    field: 'is_public',
  })

/** The slug of a list after a new title. Its public addresses before lead on; those of a private list are forgotten. */
async function retitle(tx: Context, list: LockedList, title: string): Promise<string> {
  if (baseOf(title) === baseOf(list.title)) return list.slug
  const slug = await slugFor(tx, title, list.id)
  if (list.first_public_at === null) await deleteSlugsBut(tx.db, list.id, 0)
  const { userId } = requireUser(tx)
  await insertSlug(tx.db, { user_id: userId, slug, list_id: list.id, created_at: tx.clock() })
  await deleteSlugsBut(tx.db, list.id, formerSlugsKept + 1)
  return slug
}

/**
 * The caller's uploaded picture at an address, in its stored form; null for none, undefined for nothing said. Throws
 * `validation_failed` for every other address.
 */
async function uploadedCover(
  context: Context,
  media: Media,
  address: string | null | undefined,
): Promise<string | null | undefined> {
  const { userId } = requireUser(context)
  if (!address) return address === undefined ? undefined : null
  const cover = await uploadedPicture(context, media, { userId, address })
  if (!cover) throw pictureMissing('cover_url')
  return cover
}

/** Keeps a cover until the transaction that shows it has ended. */
async function keptCover(tx: Context, cover: string | null | undefined): Promise<string | null> {
  await lockUploaded(tx, { cover_url: cover ? [cover] : [] })
  return cover ?? null
}

/** Those of the changes that differ from what is stored. */
const differing = (list: LockedList, changes: Changes) =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => value !== undefined && value !== list[name as keyof Changes],
    ),
  ) as Changes
