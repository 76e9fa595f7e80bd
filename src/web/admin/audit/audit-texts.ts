import { counted } from '../../count-text.ts'
import { dayText } from '../../earnings/when-text.ts'
import type { AuditEntry } from '../admin-queries.ts'

const textIn = (details: AuditEntry['details'], name: string): string | null => {
  const value = details[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const kinds: Record<string, string> = {
  stage: 'the reading of a report',
  merge: 'an import',
  undo: 'the undoing of an import',
  match: 'commission matching',
  calculate: 'earnings calculation',
}

const kindIn = (details: AuditEntry['details']) => kinds[textIn(details, 'kind') ?? ''] ?? 'a step'

const tagIn = (details: AuditEntry['details']) => `the tracking ID ${textIn(details, 'tag') ?? ''}`.trim()

function days(details: AuditEntry['details']): string {
  const from = textIn(details, 'valid_from')
  const until = textIn(details, 'valid_to')
  if (!from) return ''
  return until ? ` from ${dayText(from)} until ${dayText(until)}` : ` from ${dayText(from)}`
}

function rematched({ orders }: AuditEntry['details']): string {
  return typeof orders === 'number' && orders > 0 ? ` ${counted(orders, 'order')} will be matched anew.` : ''
}

type Sentence = (details: AuditEntry['details']) => string

/** What was done, after the name of who did it. What it was done to follows as a link where it has a page. */
const sentences: Record<string, Sentence> = {
  'import.upload': () => 'sent a report.',
  'import.answer': () => 'said how a report is to be read.',
  'import.confirm': () => 'confirmed what a report changes, and imported it.',
  'import.merge': () => 'imported a report.',
  'import.discard': () => 'gave up an import.',
  'import.undo': () => 'undid an import.',
  'returns.decide': () => 'decided which returns of a report were told before.',
  'twins.decide': () => 'decided what a report tells of that may be the same sale.',
  'twins.change': ({ after }) =>
    `decided anew that what both formats tell of is ${after === 'same_sale' ? 'the same sale' : 'two sales'}:`,
  'paying_date.set': (details) =>
    `set from which ship date Fee-Earnings pays: ${dayText(textIn(details, 'after') ?? '')}.`,
  'run.start': (details) => `started ${kindIn(details)}.`,
  'run.stop': () => 'stopped a step.',
  'run.restart': (details) => `started ${kindIn(details)} again.`,
  'order.assign': () => 'assigned an order by hand:',
  'order.decide': ({ disagreed }) =>
    disagreed ? 'decided an order whose evidence disagreed:' : 'decided an order under review:',
  'order.unassign': () => 'undid the assignment of an order:',
  'order.accept': () => 'accepted what reports say of an order under review:',
  'flag.seen': () => 'looked at a flag on a creator.',
  'click_flag.seen': () => 'looked at a product whose clicks look wrong.',
  'report.dismiss': ({ reports, of }) =>
    `dismissed ${typeof reports === 'number' ? counted(reports, 'report') : 'reports'} of a ${of === 'profile' ? 'profile' : 'product'}.`,
  'product.hide': () => 'hid a product.',
  'product.restore': () => 'showed a hidden product again.',
  'account.suspend': () => 'suspended an account.',
  'account.restore': () => 'let a suspended account back in.',
  'account.end_sessions': () => 'signed an account out everywhere.',
  'tracking_id.add': (details) => `gave a creator ${tagIn(details)}${days(details)}.${rematched(details)}`,
  'tracking_id.change': (details) => `changed the end of ${tagIn(details)}.${rematched(details)}`,
  'tracking_id.remove': (details) => `removed ${tagIn(details)}.${rematched(details)}`,
  'admin.grant': () => 'made an account an admin’s.',
  'admin.revoke': () => 'took the role of admin from an account.',
  'factors.reset': () => 'turned off the two-step verification of an account.',
  'keys.rotate': () => 'had access be signed with a new key.',
  admin_granted: () => 'made an account an admin’s.',
  admin_revoked: () => 'took the role of admin from an account.',
}

/** An entry as a sentence. What a later version did is named as it is noted. */
export function auditSentence({ action, actor, details }: AuditEntry): string {
  const who = actor ? `@${actor}` : 'The operator'
  const sentence = sentences[action]?.(details) ?? `did this: ${action}.`
  return `${who} ${sentence}`
}

/** Why it was done, where a reason was asked for. */
export const reasonOf = ({ details }: AuditEntry): string | null => textIn(details, 'reason')
