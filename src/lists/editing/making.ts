import { type Context, requireUser } from '../../platform/context.ts'
import { invalid } from '../../shared/errors.ts'
import { slugBase } from '../../shared/text.ts'
import { freeSlug, maximum } from '../rules.ts'
import { countLists, insertList, insertSlug, type LockedList, selectSlugs } from './writing-sql.ts'

type NewList = Pick<LockedList, 'title' | 'words' | 'cover_url' | 'is_look' | 'is_saved'>

/** Makes a list of the caller's, whose account is locked. Throws `validation_failed`, beyond 200 lists too. */
export async function insertOwnList(tx: Context, list: NewList): Promise<string> {
  const { userId } = requireUser(tx)
  if ((await countLists(tx.db, userId)) >= maximum.lists)
    throw invalid('title', `You have ${maximum.lists} lists, which is the most. Delete one first.`)
  if (list.is_look && list.cover_url === null) throw lookWithoutPhoto()
  const at = tx.clock()
  const slug = await slugFor(tx, list.title)
  const { title, words, cover_url, is_look, is_saved } = list
  const id = await insertList(tx.db, {
    title,
    words,
    cover_url,
    is_look,
    is_saved,
    slug,
    user_id: userId,
    at,
  })
  await insertSlug(tx.db, { user_id: userId, slug, list_id: id, created_at: at })
  return id
}

export const lookWithoutPhoto = () => invalid('cover_url', 'A look needs a photo.')

/** What the addresses of a list with this title begin with. */
export const baseOf = (title: string): string => slugBase(title) || 'list'

/** A slug that no other list of the caller has or had. */
export async function slugFor(tx: Context, title: string, listId?: string): Promise<string> {
  const base = baseOf(title)
  const all = await selectSlugs(tx.db, requireUser(tx).userId, base)
  const ofOthers = all.filter(({ list_id }) => list_id !== listId)
  return freeSlug(base, new Set(ofOthers.map(({ slug }) => slug)))
}
