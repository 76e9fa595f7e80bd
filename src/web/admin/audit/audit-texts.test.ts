import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../answers.ts'
import { auditSentence, auditText, reasonOf } from './audit-texts.ts'

const nothing: AuditEntry['about'] = {
  title: null,
  day: null,
  commission: null,
  currency: null,
  username: null,
  from: null,
  to: null,
  import_id: null,
  orders: null,
}
type Given = Partial<Omit<AuditEntry, 'about'>> & { about?: Partial<AuditEntry['about']> }
const entry = ({ about, ...values }: Given): AuditEntry => ({
  id: '01900000-0000-7000-8000-000000000001',
  action: 'import.merge',
  subject: '1',
  actor: 'ada',
  details: {},
  created_at: '2026-11-22T10:00:00Z',
  about: { ...nothing, ...about },
  ...values,
})
const lamp = { title: 'Brass lamp', day: '2025-11-03', commission: 4.5, currency: 'USD' }
const kettle = { title: 'Kettle', day: '2025-11-03', commission: 1_200, currency: 'JPY' }
const mug = { title: 'A mug', username: 'ben' }

describe('an entry of the audit log (docs/product/admin.md#audit-log)', () => {
  it.each<[Given, string, string | null]>([
    [
      {
        action: 'order.assign',
        about: { ...lamp, to: 'ana' },
        details: { before: null, after: { payee_id: '2' } },
      },
      '@ada assigned by hand Brass lamp, Nov 3, 2025 ($4.50): from nobody to @ana.',
      '/admin/orders/$id',
    ],
    [
      {
        action: 'order.unassign',
        about: { ...lamp, from: 'ana' },
        details: { before: { payee_id: '2' }, after: { payee_id: null } },
      },
      '@ada undid the assignment of Brass lamp, Nov 3, 2025 ($4.50): from @ana to nobody.',
      '/admin/orders/$id',
    ],
    [
      {
        action: 'order.decide',
        about: { ...lamp, from: 'ana', to: 'ana' },
        details: { disagreed: {}, before: { payee_id: '2' }, after: { payee_id: '2' } },
      },
      '@ada decided where evidence disagreed on Brass lamp, Nov 3, 2025 ($4.50): it stays with @ana.',
      '/admin/orders/$id',
    ],
    [{ action: 'order.accept', subject: '112-1' }, '@ada accepted what reports say of order 112-1.', null],
    [
      { action: 'rate.set', subject: 'GBP 2025-11', details: { usd_per_unit: '1.3125' } },
      '@ada set the rate of pounds sterling in November 2025 to $1.3125.',
      '/admin/rates',
    ],
    [
      {
        action: 'report_status.set',
        subject: 'in transit',
        details: { before: 'pending', after: 'left_out' },
      },
      '@ada changed what the status “in transit” of reports means: from pending to left out.',
      '/admin/imports',
    ],
    [
      { action: 'order.purchase', subject: 'fee-2', details: { after: 'fee-1' } },
      '@ada said of the return order fee-2: it is of the purchase fee-1.',
      null,
    ],
    [
      { action: 'twins.change', about: lamp, details: { before: 'two_sales', after: 'same_sale' } },
      '@ada decided again what both formats report of Brass lamp, Nov 3, 2025 ($4.50): from two sales to the same sale.',
      '/admin/orders/$id',
    ],
    [
      { action: 'order.assign', about: kettle },
      '@ada assigned by hand Kettle, Nov 3, 2025 (¥1,200).',
      '/admin/orders/$id',
    ],
    [
      { about: { title: 'november.csv', orders: 1203, commission: 310.5, currency: 'GBP' } },
      '@ada imported november.csv: 1,203 orders, +£310.50.',
      '/admin/imports/$id',
    ],
    [
      {
        action: 'import.answer',
        about: { title: 'uk.csv', currency: 'GBP' },
        details: { chosen: [{ rows: 2, commission: 5, choice: 'once' }] },
      },
      '@ada said how to read uk.csv: 2 rows, £5.00, once.',
      '/admin/imports/$id',
    ],
    [{ action: 'import.upload' }, '@ada sent a report.', '/admin/imports/$id'],
    [
      { action: 'import.answer', about: { title: 'n.csv' }, details: { date_order: 'day_first' } },
      '@ada said how to read n.csv: dates have the day first.',
      '/admin/imports/$id',
    ],
    [
      {
        action: 'twins.decide',
        about: { title: 'n.csv' },
        details: { decided: [{ choice: 'same_sale' }, { choice: 'two_sales' }, { choice: 'same_sale' }] },
      },
      '@ada decided what may be the same sale in n.csv: 2 the same sale, 1 two sales.',
      '/admin/imports/$id',
    ],
    [
      {
        action: 'returns.decide',
        about: { title: 'n.csv' },
        details: { decided: [{ choice: 'same_return' }] },
      },
      '@ada decided which returns were reported before in n.csv: 1 reported before.',
      '/admin/imports/$id',
    ],
    [
      { action: 'run.start', about: { orders: 12 }, details: { kind: 'match' } },
      '@ada started commission matching: 12 orders.',
      '/admin/runs/$id/$figure',
    ],
    [
      { action: 'run.start', about: { import_id: '3' }, details: { kind: 'merge' } },
      '@ada started an import.',
      '/admin/imports/$id',
    ],
    [{ action: 'run.stop' }, '@ada stopped a step.', null],
    [
      { action: 'paying_date.set', subject: 'us', details: { before: null, after: '2025-11-01' } },
      '@ada set from which ship date Fee-Earnings pays on amazon.com: from none to Nov 1, 2025.',
      '/admin/imports',
    ],
    [{ action: 'product.hide', about: mug }, '@ada hid A mug by @ben from everyone else.', '/l/$ref'],
    [{ action: 'product.restore' }, '@ada showed again a product that is gone.', null],
    [{ action: 'account.suspend', about: { username: 'ben' } }, '@ada suspended @ben.', '/$username'],
    [{ action: 'account.end_sessions' }, '@ada signed out everywhere an account that is gone.', null],
    [
      { action: 'report.dismiss', about: { username: 'ben' }, details: { reports: 2, of: 'profile' } },
      '@ada dismissed 2 reports of the profile of @ben.',
      '/$username',
    ],
    [
      { action: 'report.dismiss', about: mug, details: { reports: 1, of: 'product' } },
      '@ada dismissed 1 report of A mug by @ben.',
      '/l/$ref',
    ],
    [
      {
        action: 'flag.seen',
        about: { username: 'ben' },
        details: { measure: 'presses_per_network', value: 150, usual: 1.3 },
      },
      '@ada looked at a flag on @ben: 150 presses a network; usual is 1.3.',
      '/admin/flags',
    ],
    [
      { action: 'click_flag.seen', about: mug, details: { day: '2025-11-20', clicks: 118 } },
      '@ada looked at A mug by @ben, whose clicks of Nov 20, 2025 look wrong.',
      '/l/$ref',
    ],
    [
      {
        action: 'tracking_id.add',
        about: { username: 'ben' },
        details: { tag: 'folio-20', marketplace: 'us', valid_from: '2025-11-01', orders: 2 },
      },
      '@ada gave @ben the tracking ID folio-20 (amazon.com) from Nov 1, 2025; 2 orders will be matched again.',
      '/admin/tracking-ids',
    ],
    [
      {
        action: 'tracking_id.change',
        details: { tag: 'folio-20', before: { valid_to: null }, after: { valid_to: '2025-12-01' } },
      },
      '@ada changed the end of the tracking ID folio-20: from no end to Dec 1, 2025.',
      '/admin/tracking-ids',
    ],
    [
      {
        action: 'receipt.record',
        details: { amount: 1234.5, month: '2025-09', marketplace: 'us', reference: 'P-17' },
      },
      '@ada recorded the receipt P-17 of $1,234.50 for September 2025 (amazon.com).',
      '/admin/receipts',
    ],
    [
      {
        action: 'adjustment.make',
        details: { amount: -2.5, reason: 'Paid twice' },
        about: { username: 'ben' },
      },
      '@ada took $2.50 by hand from the balance of @ben.',
      '/$username',
    ],
    [
      {
        action: 'month.release',
        details: { month: '2025-09', marketplace: 'us', how: 'platform', reason: 'Too little to ask for' },
      },
      '@ada released September 2025 (amazon.com) and booked what was missing to the platform.',
      '/admin/receipts',
    ],
    [
      {
        ...{ action: 'month.release', actor: null },
        details: { month: '2025-09', marketplace: 'us', how: 'paid_in_full', by_itself: true },
      },
      'The calculation released September 2025 (amazon.com) as paid in full.',
      '/admin/receipts',
    ],
    [
      {
        ...{ action: 'month.settle', actor: null },
        details: { month: '2025-09', marketplace: 'us', missing: 7, held: 2, let_go: 1 },
      },
      'The calculation held or released orders of September 2025 (amazon.com): 2 held, 1 let go.',
      '/admin/receipts',
    ],
    [
      { action: 'hold.bear', details: { order_item_id: '112-1', borne: 2.5, reason: 'Enough waited' } },
      '@ada had the platform bear order 112-1.',
      '/admin/orders/$id',
    ],
    [
      { action: 'hold.set', details: { payee_id: 'p', reason: 'We ask' }, about: { username: 'ben' } },
      '@ada held @ben.',
      '/$username',
    ],
    [
      { action: 'question.answer', details: { payee_id: 'p', state: 'closed' }, about: { username: 'ben' } },
      '@ada answered a question of @ben.',
      '/$username',
    ],
    [
      { action: 'question.close', details: { payee_id: 'p', state: 'closed' }, about: { username: null } },
      '@ada closed a question of an account that is gone.',
      null,
    ],
    [
      { action: 'hold.end', details: { order_item_id: '112-1', reason: 'Asked' } },
      '@ada ended the hold of order 112-1.',
      '/admin/orders/$id',
    ],
    [
      { action: 'payout.discard', details: { number: 12, total: 40, reason: 'Too early' } },
      '@ada discarded payout run 12 of $40.00.',
      '/admin/payouts/$id',
    ],
    [
      { action: 'payout.result', details: { payout: 'F12-3', state: 'paid' } },
      '@ada noted that the payout F12-3 was paid.',
      '/admin/payouts/$id',
    ],
    [
      { action: 'admin.grant', actor: null, about: { username: 'ben' } },
      'The operator made @ben an admin.',
      '/$username',
    ],
    [{ action: 'some.new' }, '@ada did this: some.new.', null],
  ])('%j reads as a sentence that names what it was done to, and leads there', (values, sentence, to) => {
    expect(auditSentence(entry(values))).toBe(sentence)
    expect(auditText(entry(values)).link?.to ?? null).toBe(to)
  })
})

it('gives the reason where one was asked for', () => {
  expect(reasonOf(entry({ details: { reason: 'The wrong month' } }))).toBe('The wrong month')
  expect(reasonOf(entry({}))).toBeNull()
})
