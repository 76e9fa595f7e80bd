import { currencyName, moneyText } from '../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { dayText, monthText } from '../../../shared/dates/date-text.ts'
import { counted } from '../../format/count-text.ts'
import { bpsText, usdText } from '../../format/money-text.ts'
import type { AuditEntry, Flag } from '../answers.ts'
import { flagText } from '../flags/flag-texts.ts'
import { proposalTitle } from '../second/proposal-texts.ts'
import { type AuditLink, linkOf } from './audit-links.ts'

/** A sentence without the actor's name. `what` names the subject, and is shown as a link to it. */
export type AuditWords = { before: string; what?: string; after?: string }

type Details = AuditEntry['details']

const textIn = (details: Details, name: string): string | null => {
  const value = details[name]
  return typeof value === 'string' && value !== '' ? value : null
}
const recordIn = (details: Details, name: string): Details =>
  typeof details[name] === 'object' && details[name] !== null ? (details[name] as Details) : {}
const listIn = (details: Details, name: string): Details[] =>
  Array.isArray(details[name]) ? (details[name] as Details[]) : []

const countIn = (details: Details, name: string) => (typeof details[name] === 'number' ? details[name] : 0)

const named = (username: string | null, otherwise = 'somebody who has left') =>
  username ? `@${username}` : otherwise

/** An amount of an order or an import, in its own currency. */
const ownMoney = (amount: number, { about: { currency } }: AuditEntry): string =>
  moneyText(amount, currency ?? 'USD')

function orderOf(entry: AuditEntry): string {
  const { title, day, commission } = entry.about
  if (day === null) return `order ${entry.subject}`
  return `${title ?? entry.subject}, ${dayText(day)}${commission === null ? '' : ` (${ownMoney(commission, entry)})`}`
}

/** `: from nobody to @ana`. */
function moved({ details, about: { from, to } }: AuditEntry): string {
  if (!('after' in details)) return ''
  const whose = (side: string, name: string | null) =>
    named(name, textIn(recordIn(details, side), 'payee_id') ? 'somebody who has left' : 'nobody')
  const [before, after] = [whose('before', from), whose('after', to)]
  return before === after
    ? `: it stays ${before === 'nobody' ? before : `with ${before}`}`
    : `: from ${before} to ${after}`
}

const importOf = ({ about: { title } }: AuditEntry) => title ?? 'a report'

/** `: 1,203 orders, +$310.50`. */
function cameTo(entry: AuditEntry): string {
  const { orders, commission } = entry.about
  const sums = [
    orders !== null && counted(orders, 'order'),
    commission && `${commission > 0 ? '+' : ''}${ownMoney(commission, entry)}`,
  ].filter(Boolean)
  return sums.length > 0 ? `: ${sums.join(', ')}` : ''
}

const kinds: Record<string, string> = {
  stage: 'the reading of a report',
  merge: 'an import',
  undo: 'the undoing of an import',
  match: 'commission matching',
  calculate: 'earnings calculation',
  turn_over: 'the change of a ship date',
}
const runOf = ({ details }: AuditEntry) => kinds[textIn(details, 'kind') ?? ''] ?? 'a step'
const ofRun = ({ about: { orders } }: AuditEntry) => (orders === null ? '' : `: ${counted(orders, 'order')}`)

const productOf = ({ about: { title } }: AuditEntry, gone = 'a product that is gone') => title ?? gone
const byOwner = ({ about: { username } }: AuditEntry) => (username ? ` by @${username}` : '')
const accountOf = ({ about: { username } }: AuditEntry) => named(username, 'an account that is gone')

const tagOf = ({ details }: AuditEntry) =>
  `the tracking ID ${[textIn(details, 'tag'), textIn(details, 'marketplace') && `(${marketplaceName(textIn(details, 'marketplace') ?? '')})`].filter(Boolean).join(' ')}`.trim()

function receiptOf({ details }: AuditEntry): string {
  const [amount, market] = [details.amount, textIn(details, 'marketplace')]
  const currency = textIn(details, 'currency') ?? 'USD'
  const paid = typeof amount === 'number' ? ` of ${moneyText(amount, currency)}` : ''
  // Before transfers had lines, it was one month’s.
  const months = Array.isArray(details.months) ? details.months.map(String) : [textIn(details, 'month')]
  const named = months.flatMap((month) => (month ? [monthText(month)] : []))
  const of = market
    ? ` ${named.length > 0 ? `for ${named.join(', ')} ` : ''}(${marketplaceName(market)})`
    : ''
  return `the receipt ${textIn(details, 'reference') ?? ''}${paid}${of}`
}

function payoutOf({ details: { number, total } }: AuditEntry): string {
  const of = typeof total === 'number' ? ` of ${usdText(total)}` : ''
  return `payout run ${typeof number === 'number' ? number : ''}${of}`
}

function days({ details }: AuditEntry): string {
  const [from, until] = [textIn(details, 'valid_from'), textIn(details, 'valid_to')]
  if (!from) return ''
  return until ? ` from ${dayText(from)} until ${dayText(until)}` : ` from ${dayText(from)}`
}

const endOf = (details: Details, side: string) => {
  const end = textIn(recordIn(details, side), 'valid_to')
  return end ? dayText(end) : 'no end'
}

const rematched = ({ details: { orders } }: AuditEntry): string =>
  typeof orders === 'number' && orders > 0 ? `; ${counted(orders, 'order')} will be matched again` : ''

const choices: Record<string, string> = {
  once: 'once',
  each: 'each',
  same_sale: 'the same sale',
  two_sales: 'two sales',
  same_return: 'reported before',
  another_return: 'new',
}
const choiceName = (choice: unknown) => choices[String(choice)] ?? String(choice)

/** `: 2 the same sale, 1 two sales`. */
function decided({ details }: AuditEntry): string {
  const all = listIn(details, 'decided').map(({ choice }) => choiceName(choice))
  const sums = [...new Set(all)].map((choice) => `${all.filter((one) => one === choice).length} ${choice}`)
  return sums.length > 0 ? `: ${sums.join(', ')}` : ''
}

function answered(entry: AuditEntry): string {
  const { details } = entry
  const order = textIn(details, 'date_order')
  if (order) return `: dates have the ${order === 'month_first' ? 'month' : 'day'} first`
  const statuses = listIn(details, 'statuses').map(
    ({ status, means }) => `“${status}” is ${meaningName(means)}`,
  )
  if (statuses.length > 0) return `: ${statuses.join(', ')}`
  const chosen = listIn(details, 'chosen').map(
    ({ rows, commission, choice }) =>
      `${counted(Number(rows ?? 0), 'row')}${typeof commission === 'number' ? `, ${ownMoney(commission, entry)},` : ''} ${choiceName(choice)}`,
  )
  return chosen.length > 0 ? `: ${chosen.join('; ')}` : ''
}

/** What a status means, in a sentence. */
const meaningName = (means: unknown): string => String(means).replace('_', ' ')

function flagOf({ details }: AuditEntry): string {
  const { measure, value, usual } = details
  return typeof value === 'number' && typeof usual === 'number'
    ? `: ${flagText({ measure, value, usual } as Pick<Flag, 'measure' | 'value' | 'usual'>)}`
    : ''
}

const reported = ({ details: { reports } }: AuditEntry) =>
  typeof reports === 'number' ? counted(reports, 'report') : 'reports'

type Wording = (entry: AuditEntry) => AuditWords
const ofOrder =
  (before: string, after: (entry: AuditEntry) => string = moved): Wording =>
  (entry) => ({
    before,
    what: orderOf(entry),
    after: after(entry),
  })
const ofImport =
  (before: string, after: (entry: AuditEntry) => string = () => ''): Wording =>
  (entry) => ({
    before,
    what: importOf(entry),
    after: after(entry),
  })
function adjusted(entry: AuditEntry): AuditWords {
  const { amount } = entry.details
  const cents = typeof amount === 'number' ? amount : 0
  return {
    before: `${cents < 0 ? 'took' : 'added'} ${usdText(Math.abs(cents))} by hand ${cents < 0 ? 'from' : 'to'} the balance of`,
    what: accountOf(entry),
  }
}
const proposed =
  (before: string): Wording =>
  ({ details }) => {
    const title = proposalTitle({ call: String(details.call) })
    const sums = listIn(details, 'moves').map(({ amount }) => Number(amount))
    const largest = Math.max(0, ...sums)
    return {
      before,
      what: title.charAt(0).toLowerCase() + title.slice(1),
      after: largest > 0 ? ` (${usdText(largest)})` : '',
    }
  }
function monthOf({ details }: AuditEntry): string {
  const [month, market] = [textIn(details, 'month'), textIn(details, 'marketplace')]
  return month && market ? `${monthText(month)} (${marketplaceName(market)})` : 'a month'
}
const releases: Record<string, string> = {
  paid_in_full: 'as paid in full',
  orders_held: 'and held the orders that Amazon did not pay',
  platform: 'and booked what was missing to the platform',
}
const releasedBy = (entry: AuditEntry) => releases[String(entry.details.how)] ?? ''

/** What a hold is of: a creator, an order or a month. */
function heldOf(entry: AuditEntry): string {
  const order = textIn(entry.details, 'order_item_id')
  if (order) return `order ${order}`
  return textIn(entry.details, 'month') ? monthOf(entry) : accountOf(entry)
}

/** What the platform keeps, of everybody or of one creator, and from which day on. */
const feeOf =
  (before: string): Wording =>
  (entry) => {
    const { details } = entry
    const from = textIn(details, 'from')
    const fee = typeof details.fee_bps === 'number' ? bpsText(details.fee_bps) : 'as everybody'
    return {
      before: `${before} the fee of`,
      what: textIn(details, 'payee_id') ? accountOf(entry) : 'everybody',
      after: `: ${fee}${from ? ` from ${dayText(from)} on` : ''}`,
    }
  }

const ofAccount =
  (before: string, after = ''): Wording =>
  (entry) => ({ before, what: accountOf(entry), after })
const ofProduct =
  (before: string, after = '', gone?: string): Wording =>
  (entry) => ({ before, what: productOf(entry, gone), after: byOwner(entry) + after })
const ofList = (before: string, after = '') => ofProduct(`${before} the list`, after, 'that is gone')

/** The result of a payout, in a sentence. */
const results: Record<string, string> = {
  ...{ sent: 'was sent', paid: 'was paid', failed: 'failed', returned: 'came back' },
  ...{ cancelling: 'is being cancelled', cancelled: 'was cancelled' },
}

const wordings: Record<string, Wording> = {
  'import.upload': ofImport('sent'),
  'import.answer': ofImport('said how to read', answered),
  'import.confirm': ofImport('confirmed what changes by, and imported,', cameTo),
  'import.merge': ofImport('imported', cameTo),
  'import.discard': ofImport('gave up'),
  'import.undo': ofImport('undid the import of', cameTo),
  'returns.decide': ofImport('decided which returns were reported before in', decided),
  'twins.decide': ofImport('decided what may be the same sale in', decided),
  'twins.change': ofOrder(
    'decided again what both formats report of',
    ({ details: { before, after } }) => `: from ${choiceName(before)} to ${choiceName(after)}`,
  ),
  'report_status.set': ({ subject, details: { before, after } }) => ({
    before: 'changed what the status',
    what: `“${subject}”`,
    after: ` of reports means: from ${meaningName(before)} to ${meaningName(after)}`,
  }),
  'months.move': ({ details }) => ({
    before: 'had',
    what: counted(Number(details.orders ?? 0), 'order'),
    after: ' moved to the month of shipment',
  }),
  'rate.set': ({ subject, details }) => {
    const [currency = '', month = ''] = subject.split(' ')
    return {
      before: 'set the rate of',
      what: `${currencyName(currency)} in ${monthText(month)}`,
      after: ` to $${details.usd_per_unit}`,
    }
  },
  'paying_date.set': ({ subject, details }) => {
    const [from, to] = [textIn(details, 'before'), textIn(details, 'after')]
    return {
      before: 'set',
      what: `from which ship date Fee-Earnings pays on ${marketplaceName(subject)}`,
      after: `: from ${from ? dayText(from) : 'none'} to ${to ? dayText(to) : 'none'}`,
    }
  },
  'run.start': (entry) => ({ before: 'started', what: runOf(entry), after: ofRun(entry) }),
  'run.stop': (entry) => ({ before: 'stopped', what: runOf(entry), after: ofRun(entry) }),
  'run.restart': (entry) => ({ before: 'started again', what: runOf(entry), after: ofRun(entry) }),
  'order.assign': ofOrder('assigned by hand'),
  'order.decide': (entry) =>
    ofOrder(entry.details.disagreed ? 'decided where evidence disagreed on' : 'decided under review')(entry),
  'order.unassign': ofOrder('undid the assignment of'),
  'order.purchase': ofOrder('said of the return', ({ details: { after } }) =>
    after === null ? ': nobody can know whose it is' : `: it is of the purchase ${String(after)}`,
  ),
  'order.accept': ofOrder('accepted what reports say of', () => ''),
  'flag.seen': (entry) => ({
    before: 'looked at',
    what: `a flag on ${named(entry.about.username)}`,
    after: flagOf(entry),
  }),
  'click_flag.seen': (entry) => ({
    before: 'looked at',
    what: productOf(entry),
    after: `${byOwner(entry)}, whose clicks${textIn(entry.details, 'day') ? ` of ${dayText(textIn(entry.details, 'day') ?? '')}` : ''} look wrong`,
  }),
  'report.dismiss': (entry) => {
    const dismissed = `dismissed ${reported(entry)} of`
    const things: Record<string, typeof ofList> = { list: ofList, product: ofProduct }
    const ofThing = things[textIn(entry.details, 'of') ?? '']
    return (ofThing?.(dismissed) ?? ofAccount(`${dismissed} the profile of`))(entry)
  },
  'product.hide': ofProduct('hid', ' from everyone else'),
  'product.restore': ofProduct('showed again'),
  'list.hide': ofList('hid', ' from everyone else'),
  'list.restore': ofList('showed again'),
  'account.suspend': ofAccount('suspended'),
  'account.restore': ofAccount('let back in'),
  'account.end_sessions': ofAccount('signed out everywhere'),
  'tracking_id.add': (entry) => ({
    before: `gave ${named(entry.about.username)}`,
    what: tagOf(entry),
    after: days(entry) + rematched(entry),
  }),
  'tracking_id.change': (entry) => ({
    before: 'changed the end of',
    what: tagOf(entry),
    after: `: from ${endOf(entry.details, 'before')} to ${endOf(entry.details, 'after')}${rematched(entry)}`,
  }),
  'tracking_id.remove': (entry) => ({
    before: `took from ${named(entry.about.username)}`,
    what: tagOf(entry),
    after: days(entry) + rematched(entry),
  }),
  'receipt.record': (entry) => ({ before: 'recorded', what: receiptOf(entry) }),
  'adjustment.make': adjusted,
  'debt.answer': ofAccount('said whose a debt is that was paid at the account of'),
  'debt.write_off': ofAccount('wrote off what was owed by'),
  'proposal.make': proposed('proposed to'),
  'proposal.approve': proposed('agreed to'),
  'proposal.refuse': proposed('refused to'),
  'question.answer': ofAccount('answered a question of'),
  'question.close': ofAccount('closed a question of'),
  'month.release': (entry) => ({ before: 'released', what: monthOf(entry), after: ` ${releasedBy(entry)}` }),
  'month.settle': (entry) => ({
    before: 'held or released orders of',
    what: monthOf(entry),
    after: `: ${countIn(entry.details, 'held')} held, ${countIn(entry.details, 'let_go')} let go`,
  }),
  'fee.set': feeOf('set'),
  'fee.take_back': feeOf('took back'),
  'hold.set': (entry) => ({ before: 'held', what: heldOf(entry), after: '' }),
  'hold.bear': (entry) => ({ before: 'had the platform bear', what: heldOf(entry), after: '' }),
  'hold.end': (entry) => ({ before: 'ended the hold of', what: heldOf(entry), after: '' }),
  'payout.draft': (entry) => ({ before: 'drafted', what: payoutOf(entry) }),
  'payout.approve': (entry) => ({ before: 'approved', what: payoutOf(entry) }),
  'payout.discard': (entry) => ({ before: 'discarded', what: payoutOf(entry), after: '' }),
  'payout.fetch': ({ details }) => ({ before: 'fetched', what: `the file ${textIn(details, 'file') ?? ''}` }),
  'payout.send': (entry) => ({ before: 'had PayPal pay', what: payoutOf(entry) }),
  'payout.sent': (entry) => ({ before: 'sent', what: payoutOf(entry) }),
  'payout.result': (entry) => ({
    before: 'noted that',
    what: `the payout ${textIn(entry.details, 'payout') ?? ''}`,
    after: ` ${results[textIn(entry.details, 'state') ?? ''] ?? 'has changed'}`,
  }),
  'payout.import_results': (entry) => ({ before: 'read results of', what: payoutOf(entry) }),
  'payout.answer': (entry) => ({
    before: 'answered how much was paid of',
    what: `the payout ${textIn(entry.details, 'payout') ?? ''}`,
    after: typeof entry.details.amount === 'number' ? `: ${usdText(entry.details.amount)}` : '',
  }),
  'payout_year.fetch': ({ subject }) => ({ before: 'fetched', what: `who was paid in ${subject}` }),
  'receipt.reverse': (entry) => ({ before: 'reversed', what: receiptOf(entry) }),
  'admin.grant': ofAccount('made', ' an admin'),
  'admin.revoke': ofAccount('took the role of admin from'),
  'factors.reset': ofAccount('turned off the two-step verification of'),
  'username.give': (entry) => ({
    ...ofAccount('gave')(entry),
    after: ` the username ${textIn(entry.details, 'username') ?? ''}`,
  }),
  'factors.enrolment_code': ofAccount('printed a code for the first second step of'),
  'keys.accept': () => ({ before: 'took new keys for payout details and checkpoints' }),
  'keys.rotate': () => ({ before: 'had access be signed with a new key' }),
}
// Names of actions in entries that the first versions wrote.
wordings.admin_granted = ofAccount('made', ' an admin')
wordings.admin_revoked = ofAccount('took the role of admin from')

/** Who did something; nobody where a month's sums decide. */
function whoOf({ actor, action, details }: AuditEntry): string {
  if (actor) return `@${actor}`
  return action === 'month.settle' || details.by_itself === true ? 'The calculation' : 'The operator'
}

/** An entry in words, with the actor and the link. An action that this version does not know is shown by its name. */
export function auditText(entry: AuditEntry): AuditWords & { who: string; link: AuditLink | null } {
  const words = wordings[entry.action]?.(entry) ?? { before: `did this: ${entry.action}` }
  return { who: whoOf(entry), link: linkOf(entry), ...words }
}

/** The entry as one sentence. */
export function auditSentence(entry: AuditEntry): string {
  const { who, before, what, after = '' } = auditText(entry)
  return `${who} ${before}${what ? ` ${what}` : ''}${after}.`
}

/** The reason an admin gave; null for actions that ask for none. */
export const reasonOf = ({ details }: AuditEntry): string | null => textIn(details, 'reason')
