import { z } from 'zod'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { enqueue, type JobKind } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { dayMs } from '../../shared/time.ts'
import { noteOf } from './rules.ts'
import {
  endMails,
  insertMails,
  selectAdminAddress,
  selectCheckpoint,
  selectNewest,
  selectWantsMails,
  takeDueMails,
} from './sql.ts'

/** The job that mails a checkpoint to an admin. */
export const checkpointMail: JobKind<{ user_id: string; size: number }> = {
  name: 'send_checkpoint_mail',
  payload: z.object({ user_id: z.uuid(), size: z.int().positive() }),
}

/** Whether the caller, an admin, is mailed checkpoints (docs/product/admin.md#health). Throws `not_found` to others. */
export async function readMails(context: Context): Promise<{ wanted: boolean }> {
  const { userId } = requireAdmin(context)
  return { wanted: await selectWantsMails(context.db, userId) }
}

/** Begins or ends the caller's mails; other admins' stay. Safe to repeat. */
export async function setMails(
  context: Context,
  { wanted }: { wanted: boolean },
): Promise<{ wanted: boolean }> {
  const { userId } = requireAdmin(context)
  await (wanted ? insertMails(context.db, userId) : endMails(context.db, userId))
  return { wanted }
}

/** Mails the newest checkpoint to each admin who wants it and has not had one for a day. */
export const mailCheckpoints = (context: Context): Promise<void> =>
  inTransaction(context, async (tx) => {
    const newest = await selectNewest(tx.db)
    if (!newest) return
    const at = tx.clock()
    const due = await takeDueMails(tx.db, { size: newest.size, at, before: new Date(at.getTime() - dayMs) })
    for (const userId of due) await enqueue(tx.db, checkpointMail, { user_id: userId, size: newest.size })
  })

type Site = { appName: string; siteUrl: string }

/** Mails a checkpoint to an admin's proven address, if they are still an admin. Safe to repeat. */
export async function sendCheckpointMail(
  { db }: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: Site,
  { user_id: userId, size }: { user_id: string; size: number },
): Promise<void> {
  const [email, row] = [await selectAdminAddress(db, userId), await selectCheckpoint(db, size)]
  if (!email || !row) return
  const mail = noticeMail({
    ...site,
    title: 'The newest checkpoint of the ledger',
    paragraphs: [
      `${size.toLocaleString('en-US')} rows were signed. Keep this mail: with it check-ledger.mjs shows whether a ledger was rewritten later.`,
      noteOf({ ...row, publicKey: row.public_key }),
    ],
    link: { label: 'See the checkpoints', address: `${site.siteUrl}/ledger/checkpoints` },
  })
  await mailer.send({ id: `checkpoint-${size}-${userId}`, to: email, ...mail })
}
