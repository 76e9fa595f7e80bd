import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../platform/context.ts'
import { enqueue, handle, type JobHandler } from '../platform/jobs/job.ts'
import { noticeMail } from '../platform/mail/layout.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { type SignInChange, signInChanges } from '../shared/sign-in/changes.ts'
import type { IdentityCore } from './core.ts'
import { readUser } from './sql.ts'
import { changeToMail, createUndoOffers } from './undo/links.ts'

/** Changes that an account's holder is told by mail, since somebody else may have made them. */
const notice = z.discriminatedUnion('change', [
  z.object({ change: z.enum(['app_added', 'app_removed', 'codes_made', 'codes_removed', 'wrong_codes']) }),
  z.object({ change: z.literal('code_used'), left: z.int() }),
  z.object({
    change: z.enum(['reset', 'drop_asked', 'drop_cancelled', 'dropped', 'password', 'taken_back']),
  }),
  z.object({ change: z.literal('provider'), name: z.enum(['google', 'apple']) }),
  z.object({ change: z.enum(['passkey_added', 'passkey_removed']), name: z.string() }),
  z.object({ change: z.literal('passkey_renamed'), name: z.string(), was: z.string() }),
])
type Notice = z.output<typeof notice>

const noticeJob = {
  name: 'send_account_notice',
  payload: z.object({
    /** The mail's id, the same at each attempt to send it. */
    id: z.uuid(),
    user_id: z.uuid(),
    at: z.iso.datetime(),
    notice,
    change_id: z.int().optional(),
  }),
}

/** Mails a person about a change of their account, if the transaction commits. */
export async function mailNotice(context: Context, userId: string, notice: Notice): Promise<void> {
  // An undo cannot be undone.
  const mailed = notice.change === 'taken_back' ? {} : await changeToMail(context, userId)
  const at = context.clock().toISOString()
  await enqueue(context.db, noticeJob, { id: randomUUID(), user_id: userId, at, notice, ...mailed })
}

/** Sends those mails; a mail about a change that can be undone has a link for that. */
export function createNotices(core: IdentityCore, mailer: Pick<Mailer, 'send'>): JobHandler {
  const { db, clock, siteUrl, settings, tellOfChange } = core.options
  const { appName } = settings
  const offerUndo = createUndoOffers(core)
  return handle(noticeJob, async ({ id, user_id, at, notice, change_id }) => {
    const found = await readUser(db, user_id)
    if (!found) return
    // Before the mail, which the mail server may refuse for hours; a repeated attempt tells nothing more.
    await tellOfChange({ db, clock, actor: null }, { id, userId: user_id, change: changeOf(notice) })
    const undo = await offerUndo({ id, change_id })
    const { title, text, otherwise, link } = words(notice, { appName, day: dayText(at) })
    const [label, path] = link
    const mail = noticeMail({
      ...{ appName, siteUrl, title },
      paragraphs: [text, undo?.text ?? otherwise],
      link: undo?.link ?? { label, address: siteUrl + path },
    })
    await mailer.send({ id: `notice-${id}`, to: found.user.email, ...mail })
  })
}

/** For example `23 November 2026, 10:30 UTC`, since the person's time zone is not known. */
const dayText = (at: string) =>
  `${new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

const providers = { google: 'Google', apple: 'Apple' }

/** Advice in case it was somebody else, and where to follow it. */
const doubts = {
  steps: {
    otherwise:
      'If this was not you, set a new password at once, check your two-step verification and sign out other devices.',
    link: ['Check my account', '/profile/sign-in'],
  },
  passkeys: {
    otherwise:
      'If that was you, there is nothing to do. If not, remove passkeys that you do not know, sign out your devices, and set a new password.',
    link: ['Check your passkeys', '/profile/sign-in#passkeys'],
  },
  password: {
    otherwise: 'If this was not you, set a new password at once, and check where you are signed in.',
    link: ['Set a new password', '/forgot'],
  },
  takenBack: {
    otherwise:
      'Every device was signed out, and you are not paid for seven days. If your password had been changed, set a new one.',
    link: ['Set a new password', '/forgot'],
  },
} as const

/** What changed, by the name of its title. */
const changeOf = (notice: Notice): SignInChange =>
  notice.change === 'provider' ? notice.name : notice.change

type Words = { title: string; text: string } & (typeof doubts)[keyof typeof doubts]

function words(notice: Notice, { appName, day }: { appName: string; day: string }): Words {
  const title = signInChanges[changeOf(notice)]
  switch (notice.change) {
    case 'app_added':
      return {
        title,
        text: 'An authenticator app was added to your account. From now on, signing in asks for its code.',
        ...doubts.steps,
      }
    case 'app_removed':
      return {
        title,
        text: 'An authenticator app was removed from your account. If it was the only one, signing in no longer asks for a code.',
        ...doubts.steps,
      }
    case 'codes_made':
      return {
        title,
        text: 'Recovery codes were created for your account. Earlier codes no longer work.',
        ...doubts.steps,
      }
    case 'codes_removed':
      return {
        title,
        text: 'The recovery codes of your account were removed.',
        ...doubts.steps,
      }
    case 'code_used':
      return {
        title,
        text: `A recovery code was used for your account. ${notice.left} of your codes ${notice.left === 1 ? 'is' : 'are'} left.`,
        ...doubts.steps,
      }
    case 'wrong_codes':
      return {
        title,
        text: 'Somebody got as far as the second step of your account, and entered wrong codes there. If it was you, all is well. Otherwise they know your password, or can read your mails. We tell you this once a day at most.',
        ...doubts.steps,
      }
    case 'drop_asked':
      return {
        title,
        text: 'Somebody who signed in to your account and read a code that we mailed says that your phone is lost. In seven days your passkeys, authenticator apps and recovery codes stop working, and nothing is paid out until then. If you still have them, sign in and keep them.',
        ...doubts.steps,
      }
    case 'drop_cancelled':
      return {
        title,
        text: 'The request to remove the passkeys and authenticator apps of your account was withdrawn.',
        ...doubts.steps,
      }
    case 'dropped':
      return {
        title,
        text: 'Seven days after this was requested, the passkeys, authenticator apps and recovery codes of your account have stopped working.',
        ...doubts.steps,
      }
    case 'reset':
      return {
        title,
        text: 'The operator of this site has reset the two-step verification of your account. Signing in asks for no code until you turn it on again.',
        ...doubts.steps,
      }
    case 'passkey_added':
      return {
        title,
        text: `The passkey “${notice.name}” was added to your account at ${appName} on ${day}. Anyone who has it can sign in with it.`,
        ...doubts.passkeys,
      }
    case 'passkey_renamed':
      return {
        title,
        text: `The passkey “${notice.was}” of your account at ${appName} was renamed on ${day}. It is now called “${notice.name}”, and signs in as before.`,
        ...doubts.passkeys,
      }
    case 'passkey_removed':
      return {
        title,
        text: `The passkey “${notice.name}” was removed from your account at ${appName} on ${day}. It no longer signs anybody in.`,
        ...doubts.passkeys,
      }
    case 'password':
      return {
        title,
        text: `The password of your account at ${appName} was set or changed. Every other device was signed out.`,
        ...doubts.password,
      }
    case 'provider': {
      const provider = providers[notice.name]
      return {
        title,
        text: `Somebody signed in to your account at ${appName} with ${provider} for the first time, by your email address. From now on you can sign in that way.`,
        ...doubts.password,
      }
    }
    case 'taken_back':
      return {
        title,
        text: `Changes to your account at ${appName} were taken back by the link that we mailed to you about them.`,
        ...doubts.takenBack,
      }
  }
}
