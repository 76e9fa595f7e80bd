import path from 'node:path'
import { parseArgs } from 'node:util'
import { approveProposal, openProposals, recordAudit, refuseProposal } from './audit/index.ts'
import { proposableOf } from './audit/second/routes.ts'
import { findProductId } from './folio/index.ts'
import {
  findAccountId,
  grantAdmin,
  listAdmins,
  makeEnrolmentCode,
  type NoteRoleChange,
  resetFactors,
  revokeAdmin,
  rotateSigningKeys,
} from './identity/index.ts'
import { findListId } from './lists/index.ts'
import {
  dismiss,
  endSessions,
  hide,
  readCases,
  restorePerson,
  show,
  suspendPerson,
} from './moderation/index.ts'
import { createAssigningRoutes, createReviewRoutes } from './orders/review/routes.ts'
import { createTrackingIdRoutes } from './orders/tracking-ids/routes.ts'
import { createAdjustmentRoutes, holdRoutes } from './payouts/routes.ts'
import { findUserId, giveUsername } from './people/index.ts'
import { atDatabase, explainError, say } from './platform/command.ts'
import { type Context, inTransaction } from './platform/context.ts'
import { siteUrlOf } from './platform/http/listen.ts'
import { createLog } from './platform/log.ts'
import { OperatorError } from './platform/operator-error.ts'
import { acceptKeys } from './platform/secrets/shared-keys.ts'
import { securityEvent } from './platform/security-events.ts'
import { readSettings, type Settings } from './platform/settings/read.ts'
import { AppError } from './shared/errors.ts'
import { centsToDecimal } from './shared/money.ts'
import { canBeSomebody } from './shared/names/reserved.ts'
import { displayTitle } from './shared/product.ts'
import { withoutTurns } from './shared/text.ts'
import { isUuid } from './shared/uuid.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

const usage = `Usage: npm run admin -- <command>

  grant <email> [--yes]   makes an account an admin's; --yes, even if its address is unproven
  revoke <email>          removes that role
  list                    shows who is an admin
  reset-factors <email>   turns off the two-step verification of a person who lost their phone and codes
  enrolment-code <email>  prints a code with which an admin sets up their first second step, once and within a day
  accept-keys             goes on with this node's keys of payout details and checkpoints, where the earlier are lost
  rotate-keys             signs access tokens with a new key from now on
  reports                 lists reports that nobody has decided on
  dismiss <product, list or account> --reason <text>  closes all reports of it, and does nothing else
  hide <product or list> --reason <text>     hides a product, by its link or id, or a list, by its address, from
                                             everybody but its owner
  restore <product or list> --reason <text>  shows it again
  suspend <account> --reason <text>          suspends an account, by its e-mail address or @name
  restore-account <account> --reason <text>  lets it back in
  end-sessions <account> --reason <text>     signs it out everywhere
  give-username <account> <username>         gives it a username, even one with the app's name, admin, official or support
  proposals               lists proposals that wait for a second admin
  approve <proposal>      agrees to one, by its id, if there is no second admin: it is done at once
  refuse <proposal> --reason <text>          refuses it
  help                    shows this`

class UsageError extends Error {}

/** The output of a command, and what it has changed, if anything: the id of an account, a product or a key. */
type Outcome = { says: string; changed?: string | undefined }

type Command = (context: Context, settings: Settings) => Promise<Outcome>

/** The command in the arguments; null if help is asked for. Throws UsageError. */
function readCommand(args: string[]): Command | null {
  const { values, positionals } = parse(args)
  const [name, email, ...more] = positionals
  if (values.help || name === 'help') return null
  const moderated = readModeration(name, email, values.reason)
  if (moderated && more.length === 0 && !values.yes) return moderated
  const decided = readProposing(name, email, values.reason)
  if (decided && more.length === 0 && !values.yes) return decided
  if (values.reason !== undefined) throw new UsageError()
  if (name === 'give-username') {
    const [username, ...rest] = more
    if (!email || !username || rest.length > 0 || values.yes) throw new UsageError()
    return (context) => giveName(context, email, username)
  }
  const takesEmail = ['grant', 'revoke', 'reset-factors', 'enrolment-code'].includes(name ?? '')
  if (more.length > 0 || takesEmail !== (email !== undefined) || (values.yes && name !== 'grant'))
    throw new UsageError()
  if (name === 'grant' && email)
    return (context, settings) => grant(context, settings, email, values.yes === true)
  if (name === 'revoke' && email) return (context) => revoke(context, email)
  if (name === 'reset-factors' && email) return (context) => resetSecondSteps(context, email)
  if (name === 'enrolment-code' && email) return (context) => printEnrolmentCode(context, email)
  if (name === 'list') return list
  if (name === 'rotate-keys') return rotateKeys
  if (name === 'accept-keys') return takeKeys
  throw new UsageError()
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        yes: { type: 'boolean' },
        reason: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch {
    throw new UsageError()
  }
}

type Kind = 'product' | 'list' | 'account'
type Act = (context: Context, id: string, reason: string, of: Kind) => Promise<{ outcome: string }>

/**
 * The acts by name, with their kind of subject; the first text says that it was done, the second that nothing changed.
 */
const acts: Record<string, { of: 'thing' | 'account' | 'either'; act: Act; words: [string, string] }> = {
  dismiss: {
    of: 'either',
    act: (context, id, reason, of) =>
      dismiss(context, of === 'account' ? { user_id: id } : thingOf(id, of), reason),
    words: ['has no open reports any more.', 'had no open reports.'],
  },
  hide: {
    of: 'thing',
    act: (context, id, reason, of) => hide(context, thingOf(id, of), reason),
    words: ['is hidden now.', 'was hidden already.'],
  },
  restore: {
    of: 'thing',
    act: (context, id, reason, of) => show(context, thingOf(id, of), reason),
    words: ['is shown again.', 'was not hidden.'],
  },
  suspend: { of: 'account', act: suspendPerson, words: ['is suspended now.', 'was suspended already.'] },
  'restore-account': {
    of: 'account',
    act: restorePerson,
    words: ['can sign in again.', 'was not suspended.'],
  },
  'end-sessions': { of: 'account', act: endSessions, words: ['is signed out.', 'was signed in nowhere.'] },
}

const thingOf = (id: string, of: Kind) => (of === 'list' ? { list_id: id } : { product_id: id })

/** A command of moderation, or undefined for another one. Throws UsageError if its reason is missing. */
function readModeration(name?: string, subject?: string, given?: string): Command | undefined {
  if (name === 'reports' && subject === undefined && given === undefined) return listReports
  const named = name === undefined ? undefined : acts[name]
  if (!named) return undefined
  const reason = withoutTurns(given ?? '').trim()
  if (subject === undefined || reason === '' || reason.length > 500) throw new UsageError()
  return async (context) => {
    const { act, words } = named
    const list = named.of === 'account' ? null : listNames(subject)
    // A product's address, link and id have no @, an account's address and name have.
    const isAccount = named.of === 'account' || (named.of === 'either' && subject.includes('@'))
    const of = list ? 'list' : isAccount ? 'account' : 'product'
    const id = list
      ? await listNamed(context, list)
      : await (isAccount ? accountNamed : productNamed)(context, subject)
    const { outcome } = await act(context, id, reason, of)
    return outcome === 'changed'
      ? { says: `${subject} ${words[0]}`, changed: id }
      : { says: `${subject} ${words[1]}` }
  }
}

/** A product by its page's address, short link or id; a deleted one is not found. */
async function productNamed(context: Context, subject: string): Promise<string> {
  const ref = /([^/?#]+)\/?(?:[?#].*)?$/.exec(subject)?.[1] ?? subject
  const id = await findProductId(context, ref)
  if (!id) throw new OperatorError(`There is no product ${subject}.`)
  return id
}

/** The names in the address of a list, `maya/my-desk` with whatever stands before; null for any other text. */
function listNames(subject: string): { username: string; slug: string } | null {
  const [, username = '', slug = ''] = /(?:^|\/)([\w-]+)\/([a-z0-9-]+)\/?$/i.exec(subject.toLowerCase()) ?? []
  return canBeSomebody(username) ? { username, slug } : null
}

async function listNamed(context: Context, names: { username: string; slug: string }): Promise<string> {
  const id = await findListId(context, names)
  if (!id) throw new OperatorError(`There is no list ${names.username}/${names.slug}.`)
  return id
}

async function accountNamed(context: Context, subject: string): Promise<string> {
  const isName = subject.startsWith('@')
  const id = await (isName ? findUserId(context, subject.slice(1)) : findAccountId(context, subject))
  if (!id) throw new OperatorError(`There is no account ${subject}. Give an e-mail address or a @name.`)
  return id
}

async function listReports(context: Context): Promise<Outcome> {
  const { items, next_cursor } = await readCases(context, { isOpen: true })
  const lines = items.map(({ product, list, account, open_reports, reasons, noted_at }) => {
    const what = product
      ? `${displayTitle(product)} (${product.short_link_id}) by`
      : list
        ? `list ${list.title} (${account?.username}/${list.slug}) by`
        : 'profile of'
    const why = Object.entries(reasons).map(([reason, n]) => `${reason} ${n}`)
    return `${noted_at}  ${open_reports}x  ${what} @${account?.username ?? '(left)'}: ${why.join(', ')}`
  })
  if (next_cursor) lines.push('There are more at /admin/reports.')
  return { says: lines.join('\n') || 'There are no open reports.' }
}

/** A command about proposals, or undefined for another one. Throws UsageError for a wrong one. */
function readProposing(name?: string, id?: string, given?: string): Command | undefined {
  if (name === 'proposals' && id === undefined && given === undefined) return listProposals
  if (name !== 'approve' && name !== 'refuse') return undefined
  const reason = given?.trim() ?? ''
  if (id === undefined || reason.length > 500 || (name === 'refuse') !== (reason !== ''))
    throw new UsageError()
  if (!isUuid(id)) throw new OperatorError(`There is no proposal ${id}. \`proposals\` lists them.`)
  return async (context, settings) => {
    const deps = { routes: await proposable(settings), call: { address: '', log: createLog('silent') } }
    try {
      await (name === 'approve'
        ? approveProposal(context, id, deps)
        : refuseProposal(context, id, { reason }))
    } catch (error) {
      if (error instanceof AppError) throw new OperatorError(error.message)
      throw error
    }
    return { says: name === 'approve' ? `${id} is done.` : `${id} is refused.`, changed: id }
  }
}

/** The calls that may wait for a second person, as the server makes them. */
async function proposable(settings: Settings) {
  const { earnings } = settings
  const deps = { ...earnings, ownHost: new URL(await siteUrlOf(settings)).host }
  return proposableOf([
    ...createAssigningRoutes(deps),
    ...createReviewRoutes(deps),
    ...createTrackingIdRoutes(deps),
    ...createAdjustmentRoutes(deps),
    ...holdRoutes,
  ])
}

async function listProposals(context: Context): Promise<Outcome> {
  const lines = (await openProposals(context)).map(
    ({ id, call, moves, reason, asked, proposed_by, proposed_at }) => {
      const whom = moves.map(
        ({ username, cents }) => `@${username ?? '(left)'} $${centsToDecimal(Number(cents))}`,
      )
      const by = `by @${proposed_by ?? '(left)'} at ${proposed_at.toISOString()}`
      return [`${id}  ${call}  ${by}: ${whom.join(', ')}`, `  ${JSON.stringify(asked)}`, `  ${reason ?? ''}`]
        .join('\n')
        .trimEnd()
    },
  )
  return { says: lines.join('\n') || 'Nothing waits for a second admin.' }
}

/** An operator acts without an account. */
const noteRoleChange: NoteRoleChange = (context, { userId, role, isAddressProven }) =>
  recordAudit(context, {
    action: role === 'admin' ? 'admin.grant' : 'admin.revoke',
    subject: userId,
    details: { by: 'command line', address_proven: isAddressProven },
  })

async function grant(
  context: Context,
  { adminTwoStep }: Settings,
  email: string,
  evenUnproven: boolean,
): Promise<Outcome> {
  const outcome = await grantAdmin(context, { email, evenUnproven }, noteRoleChange)
  if (outcome === 'unknown') throw new OperatorError(`There is no account with the address ${email}.`)
  if (outcome === 'unproven')
    throw new OperatorError(
      `Nobody has proven yet that ${email} is theirs: signing up does not ask for it, so this account may be anyone's. ` +
        'Its owner can prove it by "Forgot password?". If you know who it is, repeat this with --yes.',
    )
  if (outcome === 'as_it_was') return { says: `${email} was an admin already.` }
  const changed = await findAccountId(context, email)
  const says = `${email} is an admin now, and has to sign in again.`
  if (adminTwoStep !== 'required') return { says, changed }
  return { says: `${says}\n${(await printEnrolmentCode(context, email)).says}`, changed }
}

async function printEnrolmentCode(context: Context, email: string): Promise<Outcome> {
  const code = await makeEnrolmentCode(context, email, (tx, userId) =>
    recordAudit(tx, {
      action: 'factors.enrolment_code',
      subject: userId,
      details: { by: 'command line' },
    }),
  )
  if (!code) throw new OperatorError(`There is no admin with the address ${email}.`)
  const says = `With this code they set up their first second step, in their profile, once and within a day: ${code}`
  return { says, changed: await findAccountId(context, email) }
}

async function revoke(context: Context, email: string): Promise<Outcome> {
  const outcome = await revokeAdmin(context, email, noteRoleChange)
  if (outcome === 'unknown') throw new OperatorError(`There is no account with the address ${email}.`)
  if (outcome === 'as_it_was') return { says: `${email} was no admin.` }
  return { says: `${email} is no longer an admin.`, changed: await findAccountId(context, email) }
}

async function resetSecondSteps(context: Context, email: string): Promise<Outcome> {
  const outcome = await resetFactors(context, email, (tx, userId) =>
    recordAudit(tx, { action: 'factors.reset', subject: userId, details: { by: 'command line' } }),
  )
  if (outcome === 'unknown') throw new OperatorError(`There is no account with the address ${email}.`)
  if (outcome === 'none') return { says: `${email} has no two-step verification.` }
  return {
    says: `Two-step verification of ${email} is off, and they get a mail about it.`,
    changed: await findAccountId(context, email),
  }
}

async function giveName(context: Context, subject: string, typed: string): Promise<Outcome> {
  const username = typed.replace(/^@/, '').toLowerCase()
  const userId = await accountNamed(context, subject)
  try {
    const outcome = await giveUsername(context, { userId, username }, (tx) =>
      recordAudit(tx, {
        action: 'username.give',
        subject: userId,
        details: { username, by: 'command line' },
      }),
    )
    if (outcome === 'as_it_was') return { says: `${subject} is @${username} already.` }
    return { says: `${subject} is @${username} now.`, changed: userId }
  } catch (error) {
    if (error instanceof AppError) throw new OperatorError(`@${username} cannot be given. ${error.message}`)
    throw error
  }
}

async function list(context: Context): Promise<Outcome> {
  return { says: (await listAdmins(context)).join('\n') || 'Nobody is an admin.' }
}

async function rotateKeys(context: Context, { signingKeys }: Settings): Promise<Outcome> {
  if (signingKeys)
    throw new OperatorError(
      'The keys are those of SIGNING_KEYS: put a new one first there, and keep the others behind it for an hour.',
    )
  let changed: string | undefined
  await rotateSigningKeys(context, (tx, kid) => {
    changed = kid
    return recordAudit(tx, { action: 'keys.rotate', subject: kid, details: { by: 'command line' } })
  })
  const says =
    'Access tokens are signed with a new key within a minute. The old one is accepted until its tokens have ended.'
  return { says, changed }
}

function takeKeys(context: Context, settings: Settings): Promise<Outcome> {
  return inTransaction(context, async (tx) => {
    const subject = (await acceptKeys(tx.db, settings)).join(' ')
    if (!subject) return { says: 'No other keys have written in this database: nothing was changed.' }
    await recordAudit(tx, { action: 'keys.accept', subject, details: { by: 'command line' } })
    const says = 'Its keys are this node’s from now on. Give them to the other nodes, and restart those.'
    return { says, changed: subject }
  })
}

/** `npm run admin`: works on the running server's database, or on the one that it would use. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const command = readCommand(args)
  if (!command) return say(usage)
  const settings = readSettings(env, projectDir)
  const { says, changed } = await atDatabase(settings, (context) => command(context, settings))
  say(says)
  if (changed === undefined) return
  // The command's output is for its user; security events go to the log, as in the program itself.
  const log = createLog(settings.logLevel, process.stderr)
  securityEvent(log, 'admin_act', {
    call: `npm run admin ${parse(args).positionals[0]}`,
    by: 'command line',
    subject: changed,
  })
}

run(process.argv.slice(2), process.env).catch((error: unknown) => {
  const isMisused = error instanceof UsageError
  process.stderr.write(`${isMisused ? usage : explainError(error, process.env.LOG_LEVEL)}\n`)
  process.exitCode = isMisused ? 2 : 1
})
