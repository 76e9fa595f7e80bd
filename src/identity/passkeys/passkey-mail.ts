import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { enqueue, handle, type JobHandler } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { IdentityCore } from '../core.ts'
import { readUser } from '../sql.ts'
import { changeToMail, createUndoOffers } from '../undo/links.ts'

const payload = z.object({
  /** The mail's id, the same at each attempt to send it. */
  id: z.uuid(),
  user_id: z.uuid(),
  change: z.enum(['added', 'renamed', 'removed']),
  name: z.string(),
  /** The former name of one that was renamed. */
  was: z.string().optional(),
  at: z.iso.datetime(),
  change_id: z.int().optional(),
})

type PasskeyMail = z.output<typeof payload>

/** The job of a mail about a change of somebody's passkeys, since it may not have been they who made it. */
const passkeyMail = { name: 'send_passkey_mail', payload }

/** Mails a person about a change of their passkeys, if the transaction commits. */
export async function mailPasskeyNotice(
  context: Context,
  userId: string,
  notice: Pick<PasskeyMail, 'change' | 'name' | 'was'>,
): Promise<void> {
  const mailed = await changeToMail(context, userId)
  const at = context.clock().toISOString()
  await enqueue(context.db, passkeyMail, { id: randomUUID(), user_id: userId, ...notice, at, ...mailed })
}

/** Sends those mails. */
export function createPasskeyMail(core: IdentityCore, mailer: Pick<Mailer, 'send'>): JobHandler {
  const { db, siteUrl, settings } = core.options
  const { appName } = settings
  const offerUndo = createUndoOffers(core)
  return handle(passkeyMail, async ({ id, user_id, change_id, ...notice }) => {
    const found = await readUser(db, user_id)
    if (!found) return
    const undo = await offerUndo({ id, change_id })
    const mail = noticeMail({
      appName,
      siteUrl,
      title: `A passkey was ${notice.change}`,
      paragraphs: [
        happened(notice, appName),
        undo?.text ??
          'If that was you, there is nothing to do. If not, remove passkeys you do not know, end the places where you are signed in, and set a new password.',
      ],
      link: undo?.link ?? { label: 'Look at your passkeys', address: `${siteUrl}/profile` },
    })
    await mailer.send({ id: `passkey-${id}`, to: found.user.email, ...mail })
  })
}

function happened({ change, name, was, at }: Omit<PasskeyMail, 'id' | 'user_id'>, appName: string): string {
  switch (change) {
    case 'added':
      return `The passkey “${name}” was added to your account at ${appName} on ${day(at)}. Whoever has it can sign in with it.`
    case 'renamed':
      return `The passkey “${was}” of your account at ${appName} was renamed on ${day(at)}. It is now called “${name}”, and signs in as before.`
    case 'removed':
      return `The passkey “${name}” was removed from your account at ${appName} on ${day(at)}. It no longer signs anybody in.`
  }
}

/** As in `23 November 2026, 10:30 UTC`: the person's time zone is not known. */
const day = (at: string) =>
  `${new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
