import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { enqueue, handle, type JobHandler } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { IdentityCore } from '../core.ts'
import { readUser } from '../sql.ts'
import { changeToMail, createUndoOffers } from '../undo/links.ts'

const change = z.enum([
  'app_added',
  'app_removed',
  'codes_made',
  'codes_removed',
  'code_used',
  'wrong_codes',
  'reset',
  'drop_asked',
  'drop_cancelled',
  'dropped',
])

const payload = z.object({
  /** The mail's id, the same at each attempt to send it. */
  id: z.uuid(),
  user_id: z.uuid(),
  change,
  /** Of a used recovery code: how many are left. */
  left: z.int().optional(),
  change_id: z.int().optional(),
})

type Notice = Pick<z.output<typeof payload>, 'change' | 'left'>

/** The job of a mail about a change of somebody's two-step verification. */
const factorNotice = { name: 'send_factor_notice', payload }

/** Mails a person about a change, if the transaction commits. */
export const mailFactorNotice = async (context: Context, userId: string, notice: Notice): Promise<void> => {
  const mailed = await changeToMail(context, userId)
  await enqueue(context.db, factorNotice, { id: randomUUID(), user_id: userId, ...notice, ...mailed })
}

/** Sends those mails. */
export function createFactorMail(core: IdentityCore, mailer: Pick<Mailer, 'send'>): JobHandler {
  const { db, siteUrl, settings } = core.options
  const offerUndo = createUndoOffers(core)
  return handle(factorNotice, async ({ id, user_id: userId, change_id, ...notice }) => {
    const found = await readUser(db, userId)
    if (!found) return
    const { appName } = settings
    const { title, text } = words(notice)
    const undo = await offerUndo({ id, change_id })
    const mail = noticeMail({
      appName,
      siteUrl,
      title,
      paragraphs: [
        text,
        undo?.text ??
          'If this was not you, set a new password at once, look at your two-step verification and sign out other devices.',
      ],
      link: undo?.link ?? { label: 'Look at my account', address: `${siteUrl}/profile` },
    })
    await mailer.send({ id: `factors-${id}`, to: found.user.email, ...mail })
  })
}

function words({ change, left = 0 }: Notice): { title: string; text: string } {
  switch (change) {
    case 'app_added':
      return {
        title: 'Two-step verification is on',
        text: 'An authenticator app was added to your account. From now on, signing in asks for its code.',
      }
    case 'app_removed':
      return {
        title: 'An authenticator app was removed',
        text: 'An authenticator app was removed from your account. If it was the only one, signing in asks for no code any more.',
      }
    case 'codes_made':
      return {
        title: 'New recovery codes',
        text: 'Recovery codes were made for your account. Codes from before do not work any more.',
      }
    case 'codes_removed':
      return {
        title: 'Recovery codes were removed',
        text: 'The recovery codes of your account were removed.',
      }
    case 'code_used':
      return {
        title: 'A recovery code was used',
        text: `A recovery code was used for your account. ${left} of your codes ${left === 1 ? 'is' : 'are'} left.`,
      }
    case 'wrong_codes':
      return {
        title: 'Wrong codes were entered',
        text: 'Somebody got as far as the second step of your account, and entered wrong codes there. If it was you, all is well. Otherwise they know your password, or can read your mails. We tell you this once a day at most.',
      }
    case 'drop_asked':
      return {
        title: 'Your passkeys and apps go in seven days',
        text: 'Somebody who signed in to your account and read a code that we mailed says that your phone is lost. In seven days your passkeys, authenticator apps and recovery codes stop working, and nothing is paid out until then. If you still have them, sign in and keep them.',
      }
    case 'drop_cancelled':
      return {
        title: 'Your passkeys and apps stay',
        text: 'It was taken back that the passkeys and authenticator apps of your account go.',
      }
    case 'dropped':
      return {
        title: 'Your passkeys and apps are gone',
        text: 'Seven days have passed since it was asked for: the passkeys, authenticator apps and recovery codes of your account do not work any more.',
      }
    case 'reset':
      return {
        title: 'Two-step verification was reset',
        text: 'Whoever runs this site has reset the two-step verification of your account. Signing in asks for no code until you turn it on again.',
      }
  }
}
