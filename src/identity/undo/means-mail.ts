import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { enqueue, handle, type JobHandler } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { IdentityCore } from '../core.ts'
import { readUser } from '../sql.ts'
import { changeToMail, createUndoOffers } from './links.ts'

const payload = z.object({
  /** The mail's id, the same at each attempt to send it. */
  id: z.uuid(),
  user_id: z.uuid(),
  change: z.enum(['password', 'provider', 'taken_back']),
  name: z.enum(['google', 'apple']).optional(),
  change_id: z.int().optional(),
})

type Notice = Pick<z.output<typeof payload>, 'change' | 'name'>

/** The job of a mail about a changed password, a linked provider, or changes that were taken back. */
const meansNotice = { name: 'send_means_notice', payload }

/** Mails a person about a change, if the transaction commits. */
export const mailMeansNotice = async (context: Context, userId: string, notice: Notice): Promise<void> => {
  // Taking back is not taken back.
  const mailed = notice.change === 'taken_back' ? {} : await changeToMail(context, userId)
  await enqueue(context.db, meansNotice, { id: randomUUID(), user_id: userId, ...notice, ...mailed })
}

/** Sends those mails. */
export function createMeansMail(core: IdentityCore, mailer: Pick<Mailer, 'send'>): JobHandler {
  const {
    db,
    siteUrl,
    settings: { appName },
  } = core.options
  const offerUndo = createUndoOffers(core)
  return handle(meansNotice, async ({ id, user_id: userId, change_id, ...notice }) => {
    const found = await readUser(db, userId)
    if (!found) return
    const undo = await offerUndo({ id, change_id })
    const { title, text } = words(notice, appName)
    const otherwise =
      notice.change === 'taken_back'
        ? 'Every device was signed out, and you are not paid for seven days. If your password had been changed, set a new one.'
        : 'If this was not you, set a new password at once, and look at where you are signed in.'
    const mail = noticeMail({
      ...{ appName, siteUrl, title },
      paragraphs: [text, undo?.text ?? otherwise],
      link: undo?.link ?? { label: 'Set a new password', address: `${siteUrl}/forgot` },
    })
    await mailer.send({ id: `means-${id}`, to: found.user.email, ...mail })
  })
}

const titles = { google: 'Google', apple: 'Apple' }

function words({ change, name = 'google' }: Notice, appName: string): { title: string; text: string } {
  switch (change) {
    case 'password':
      return {
        title: 'Your password was changed',
        text: `The password of your account at ${appName} was set or changed. Every other device was signed out.`,
      }
    case 'provider':
      return {
        title: `${titles[name]} now signs in to your account`,
        text: `Somebody signed in to your account at ${appName} with ${titles[name]} for the first time, by your email address. From now on that is a way in.`,
      }
    case 'taken_back':
      return {
        title: 'Changes to your account were taken back',
        text: `Changes to your account at ${appName} were taken back by the link that we mailed to you about them.`,
      }
  }
}
