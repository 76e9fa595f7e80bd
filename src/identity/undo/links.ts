import { createHmac } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { IdentityCore } from '../core.ts'
import { hashOfToken } from '../sessions/sessions.ts'
import { endOfLink } from './rules.ts'
import { giveLink, insertChange, readOwnChange } from './sql.ts'

/** The change that a mail is about: the first of its transaction. Part of the mail's payload. */
export type MailedChange = { id: string; change_id?: number | undefined }

/** Records that the password was set, in the transaction that sets it. */
export const notePassword = ({ db }: Context, userId: string) =>
  insertChange(db, { userId, means: 'password', id: null })

/** Records new payout details, in the transaction that adds them. Returns the change, for the mail about it. */
export async function notePayoutDetails(
  { db }: Context,
  { userId, detailsId }: { userId: string; detailsId: string },
): Promise<number | undefined> {
  await insertChange(db, { userId, means: 'payout_account', id: detailsId })
  return readOwnChange(db, userId)
}

/** The first change of the transaction, for a mail's payload; empty if it has made none. */
export async function changeToMail({ db }: Context, userId: string): Promise<{ change_id?: number }> {
  const id = await readOwnChange(db, userId)
  return id === undefined ? {} : { change_id: id }
}

/** The text and link of a mail about a change that can be undone. */
export type UndoOffer = { text: string; link: { label: string; address: string } }

/**
 * Makes the link with which a mail's reader undoes its change: only for a proven address, and while the change is in
 * force. The token derives from the mail's id, since only its hash is stored, and is in the fragment, which no server
 * and no other page sees.
 */
export const createUndoOffers =
  ({ secret, options: { db, siteUrl } }: IdentityCore) =>
  async ({ id, change_id: changeId }: MailedChange): Promise<UndoOffer | undefined> => {
    if (changeId === undefined) return undefined
    const token = createHmac('sha256', secret).update(`undo ${id}`).digest('base64url')
    const change = await giveLink(db, { changeId, linkHash: hashOfToken(token) })
    if (!change) return undefined
    const until = endOfLink(change.changed_at).toLocaleDateString('en-GB', {
      dateStyle: 'long',
      timeZone: 'UTC',
    })
    return {
      text: `If this was not you, take it back with this button until ${until}. It also takes back later changes, and signs out every device. You need not sign in.`,
      link: { label: 'Take this back', address: `${siteUrl}/auth/undo#${token}` },
    }
  }

export type UndoOffers = ReturnType<typeof createUndoOffers>
