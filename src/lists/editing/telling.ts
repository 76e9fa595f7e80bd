import { tell } from '../../news/index.ts'
import { type Context, requireUser } from '../../platform/context.ts'
import { selectShownOfOthers } from './items-sql.ts'

type Saved = { productId: string; ownerId: string | null | undefined }

/**
 * Tells creators that the caller keeps products of theirs: in a public list also who and where, in a private one only
 * that somebody does. In the transaction that does it.
 */
export async function tellCreators(
  tx: Context,
  list: { id: string; is_public: boolean; hidden_at: Date | null },
  saved: Saved[],
): Promise<void> {
  const { userId: actor } = requireUser(tx)
  // A list that an admin has hidden is shown to nobody.
  if (list.hidden_at !== null) return
  await tell(
    tx,
    saved.flatMap(({ productId, ownerId }) => {
      if (!ownerId || ownerId === actor) return []
      const of = { userId: ownerId, subject: productId, actor }
      return [list.is_public ? { ...of, kind: 'listed', about: list.id } : { ...of, kind: 'saved' }]
    }),
  )
}

/** Tells the creators of all products that a list of the caller's shows, when it becomes public. */
export const tellPublished = async (
  tx: Context,
  list: { id: string; hidden_at: Date | null },
): Promise<void> =>
  tellCreators(
    tx,
    { ...list, is_public: true },
    await selectShownOfOthers(tx.db, { listId: list.id, userId: requireUser(tx).userId }),
  )
