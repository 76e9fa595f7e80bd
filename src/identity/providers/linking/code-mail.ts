import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { handle, type JobHandler } from '../../../platform/jobs/job.ts'
import { noticeMail } from '../../../platform/mail/layout.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { IdentityCore } from '../../core.ts'
import { readUser } from '../../sql.ts'
import { isWaiting } from './sql.ts'

/** How many minutes a mailed code can link a provider's sign-in. */
export const linkMinutes = 15

/** The job of the mail with that code, which derives from the link's id. */
export const linkCodeMail = {
  name: 'send_provider_link_code',
  payload: z.object({ id: z.uuid(), user_id: z.uuid(), provider: z.string() }),
}

/** The eight digits that confirm a link. */
export const codeOfLink = (secret: Buffer, id: string): string =>
  String(createHmac('sha256', secret).update(`provider link ${id}`).digest().readUInt32BE() % 1e8).padStart(
    8,
    '0',
  )

/** Sends those mails, while the code can still be used. */
export function createLinkCodeMail(
  { secret, options: { db, clock, siteUrl, settings } }: IdentityCore,
  mailer: Pick<Mailer, 'send'>,
): JobHandler {
  const { appName } = settings
  return handle(linkCodeMail, async ({ id, user_id: userId, provider }) => {
    const found = await readUser(db, userId)
    if (!found || !(await isWaiting(db, { id, now: clock() }))) return
    const code = codeOfLink(secret, id)
    const mail = noticeMail({
      appName,
      siteUrl,
      title: `${code} is your code`,
      paragraphs: [
        `Someone, hopefully you, has signed in with ${provider} to get into your account at ${appName}. The code to allow this is ${code}. It works once, within ${linkMinutes} minutes; from then on ${provider} signs in to this account.`,
        'If it was not you, tell nobody the code: nothing has changed.',
      ],
      link: { label: 'Check my account', address: `${siteUrl}/profile/sign-in` },
    })
    await mailer.send({ id: `provider-link-${id}`, to: found.user.email, ...mail })
  })
}
