import { expect, it } from 'vitest'
import type { AuditEntry } from '../admin-queries.ts'
import { auditSentence, reasonOf } from './audit-texts.ts'

const entry = (values: Partial<AuditEntry>): AuditEntry => ({
  id: '01900000-0000-7000-8000-000000000001',
  action: 'import.merge',
  subject: '1',
  actor: 'ada',
  details: {},
  created_at: '2026-11-22T10:00:00Z',
  ...values,
})

it.each([
  [{}, '@ada imported a report.'],
  [{ action: 'run.start', details: { kind: 'match' } }, '@ada started commission matching.'],
  [
    { action: 'tracking_id.remove', details: { tag: 'folio-20', orders: 2 } },
    '@ada removed the tracking ID folio-20. 2 orders will be matched anew.',
  ],
  [{ action: 'admin_granted', actor: null }, 'The operator made an account an admin’s.'],
  [{ action: 'account.suspend' }, '@ada suspended an account.'],
  [
    { action: 'report.dismiss', details: { reports: 2, of: 'profile' } },
    '@ada dismissed 2 reports of a profile.',
  ],
  [{ action: 'some.new' }, '@ada did this: some.new.'],
])(
  'an entry %j of the audit log reads as a sentence (docs/product/admin.md#audit-log)',
  (values, sentence) => {
    expect(auditSentence(entry(values))).toBe(sentence)
  },
)

it('gives the reason where one was asked for', () => {
  expect(reasonOf(entry({ details: { reason: 'The wrong month' } }))).toBe('The wrong month')
  expect(reasonOf(entry({}))).toBeNull()
})
